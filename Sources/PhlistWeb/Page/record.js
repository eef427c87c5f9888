/** The page of a record: a control for each field of its form. It is saved as a whole, and needs a connection. */
import { undo } from './actions.js';
import { get, newKey, request } from './api.js';
import { button, h, place, setText } from './dom.js';
import { drafts } from './drafts.js';
import { faultLine, labelled, selectOf, setChoices } from './fields.js';
import { backButton, failureText, page, waitingText } from './page.js';
import { follower } from './records.js';
import { goBack, route } from './router.js';
import { connection } from './sync.js';
import { toast } from './toast.js';

const OFFLINE = 'Records can only be saved with a connection. What you type is kept on this phone.';

route('record', (form, key) => {
  const draft = `record/${form}/${key}`;
  const fault = faultLine();
  const content = h('div', {}, waitingText());
  const hint = h('p.hint', { role: 'status' });
  const remove = button('Delete', () => send('PATCH', { keys: [key], isTrashed: true }, `Removed “${key}”`), '.danger');
  const discard = button('Discard what was typed', () => {
    for (const field of fields) field.reset();
    keep();
  });
  const buttons = h('div.buttons', { hidden: true }, h('button.primary', {}, 'Save'), discard, key && remove);
  const element = h('form', { noValidate: true, onsubmit: save, oninput: keep }, content, hint, fault.element, buttons);
  const follow = follower(form, load);
  let fields = [];
  let shape = '';
  /** The last request, which has the same key when it is sent again. */
  let sent = {};
  let isSending = false;

  async function load() {
    const reply = key ? await get('/v1/records', { form, key }) : await get('/v1/forms', { form });
    const { fields: definitions } = reply.form ?? reply.forms[0];
    if (shape !== JSON.stringify(definitions)) build(definitions);
    shape = JSON.stringify(definitions);
    for (const field of fields) field.show(reply.records?.[0].fields.find(({ name }) => name === field.name) ?? {});
    arrange();
    buttons.hidden = false;
  }

  /** Creates the fields anew; what was typed comes back from the draft. */
  function build(definitions) {
    const kept = drafts.get(draft) ?? {};
    fields = definitions.map((definition) => createField(definition, kept[definition.name]));
    place(content, fields.map((field) => field.element));
  }

  const values = () => Object.fromEntries(fields.filter((field) => !field.element.hidden && field.isDirty)
    .map((field) => [field.name, field.value]));

  function keep() {
    arrange();
    drafts.set(draft, Object.keys(values()).length ? values() : null);
    showState();
  }

  function showState() {
    discard.hidden = !drafts.get(draft);
    setText(hint, connection.isLive ? discard.hidden ? '' : 'Not saved yet.' : OFFLINE);
  }

  /** Hides the fields whose switch is off. */
  function arrange() {
    const isOn = (gate) => fields.find(({ name }) => name === gate)?.value === 'on';
    for (const { gate, element: part } of fields) part.hidden = Boolean(gate) && !isOn(gate);
  }

  async function save(event) {
    event.preventDefault();
    if (isSending) return null;
    for (const field of fields) field.say('');
    fault.say('');
    const half = fields.find((field) => field.isIncomplete);
    if (half) return half.say('the date is not complete', true);
    const body = { values: values(), key: key || undefined };
    if (!Object.keys(body.values).length) return fault.say(key ? 'Nothing was changed.' : 'Nothing was filled in.');
    isSending = true;
    const isFit = key || isSent('POST', body) || await isNew(body);
    if (isFit) await send('POST', body, `Saved “${body.values[fields[0].name] ?? key}”`);
    isSending = false;
    return null;
  }

  /** Returns whether a request was sent before: its reply may be what was lost. */
  const isSent = (method, body) => sent.text === JSON.stringify([method, body]);

  /** Returns whether a record is not there yet: it would be changed, not added. */
  async function isNew(body) {
    try {
      const query = { dryRun: true };
      const { result } = await request('POST', '/v1/records', { query, body: { ...body, form } });
      if (result === 'added') return true;
      fields[0].say('there is a record with this key already', true);
    } catch (error) {
      refused(error);
    }
    return false;
  }

  async function send(method, body, text) {
    if (!isSent(method, body)) sent = { text: JSON.stringify([method, body]), key: newKey() };
    try {
      await request(method, '/v1/records', { body: { ...body, form }, key: sent.key });
      drafts.set(draft, null);
      toast(text, { label: 'Undo', run: () => undo({ entry: { path: '/v1/records', body: { list: form } } }) });
      if (element.isConnected) goBack(`#/form/${form}`);
    } catch (error) {
      refused(error);
    }
  }

  /** Says what was refused, at the fields that it is about; what was typed stays. */
  function refused(error) {
    const rest = error.details?.filter((line) => !fields.some((field) => field.take(line))) ?? [];
    const faulty = fields.find(({ isFaulty }) => isFaulty);
    const words = faulty && !rest.length ? ['see the marked fields.'] : [error.reason, ...rest];
    fault.say(`Not saved: ${error.status ? words.join('. ') : 'no connection. Save again when there is one.'}`);
    faulty?.focus();
  }

  return {
    ...page(key || 'New record', element), bar: [backButton(() => `#/form/${form}`), h('span.space')],
    update() {
      showState();
      follow((error) => {
        if (!shape) place(content, [failureText(error)]);
        else if (error.status) fault.say(`Not saved: ${error.reason}`);
      });
    },
  };
});

/** Creates the control of a field; `kept` is what was typed into it at an earlier visit. */
function createField({ name, type, gate, isRequired, choices }, kept) {
  const control = CONTROLS[type]?.() ?? h('input', { type: 'text', autocomplete: 'off' });
  const [line, former] = [faultLine(), h('p.error', { hidden: true })];
  const label = labelled(isRequired ? `${name} (required)` : name, control);
  let shown;
  return {
    name, gate, element: h('div', {}, label, line.element, former),
    focus: () => control.focus(),
    get value() { return control.type === 'date' ? control.value.replaceAll('-', '/') : control.value.trim(); },
    get isDirty() { return this.value !== (shown ?? ''); },
    get isIncomplete() { return control.validity.badInput; },
    get isFaulty() { return !line.element.hidden; },
    /** Shows the value that is stored, unless another one is being typed here. */
    show({ value = '', fault = '' }) {
      const typed = shown === undefined ? kept : this.isDirty || this.isIncomplete ? this.value : undefined;
      shown = value;
      if (type === 'choice') setChoices(control, ['', ...choices].map((choice) => [choice, choice]), typed ?? value);
      // What is no day can only be shown as a text.
      if (type === 'date') control.type = /^(\d{4}\/\d\d\/\d\d)?$/.test(typed ?? value) ? 'date' : 'text';
      if (!this.isIncomplete) set(typed ?? value);
      setText(former, fault);
      former.hidden = !fault;
    },
    reset() {
      set(shown ?? '');
      line.say('');
    },
    say(text, hasFocus) {
      line.say(text, control);
      if (hasFocus) control.focus();
    },
    /** Takes a line of a refusal that is about this field; returns whether it is. */
    take(text) {
      const isMine = text.startsWith(`${name}: `);
      if (isMine) line.say(text.slice(name.length + 2), control);
      return isMine;
    },
  };

  function set(value) {
    const text = control.type === 'date' ? value.replaceAll('/', '-') : value;
    if (control.value !== text) control.value = text;
  }
}

/** Controls by the types of fields; others are a line of text. */
const CONTROLS = {
  alphanumeric: () => h('input', { type: 'text', autocomplete: 'off', autocapitalize: 'none', spellcheck: false }),
  date: () => h('input', { type: 'date', max: '9999-12-31' }),
  choice: () => h('select'),
  toggle: () => selectOf([['', ''], ['on', 'On'], ['off', 'Off']]),
};
