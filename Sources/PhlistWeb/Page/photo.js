/** Photos: taken or chosen, made small, shown. */
import { photoAddress } from './api.js';
import { button, h, icon, setText } from './dom.js';
import { ownPhotoAddress } from './row.js';
import { toast } from './toast.js';

/** The longest side of a photo that is sent, in pixels. */
const SIDE_MAX = 1600;
const QUALITY = 0.85;

/** Creates the part of an item's page with its photo. */
export function createPhoto(getItem, { onSet, onRemove }) {
  const input = h('input.hidden', { type: 'file', accept: 'image/jpeg,image/png,image/webp', capture: 'environment',
    onchange: choose });
  const label = h('span');
  const image = h('img');
  const open = h('button.photo', { type: 'button', 'aria-label': 'Show the photo', hidden: true,
    onclick: () => showFull(getItem()) }, image);
  const remove = button('Remove the photo', onRemove);

  async function choose() {
    const [file] = input.files;
    input.value = '';
    if (!file) return;
    try {
      onSet(await shrink(file));
    } catch {
      toast('This file is not a picture that the browser can read');
    }
  }

  return {
    element: h('section', {}, h('h2', {}, 'Photo'), open,
      h('div.buttons', {}, h('label.button', {}, icon('camera'), label, input), remove)),
    update(item) {
      const address = item.hasPhoto ? addressOf(item) : '';
      open.hidden = remove.hidden = !item.hasPhoto;
      setText(label, item.hasPhoto ? 'Replace' : 'Add a photo');
      image.alt = item.title;
      if (image.dataset.address === address) return;
      image.dataset.address = address;
      if (address) image.src = address;
      else image.removeAttribute('src');
    },
  };
}

const addressOf = (item) => (item.ownPhoto ? ownPhotoAddress(item.ownPhoto) : photoAddress(item));

function showFull(item) {
  const dialog = h('dialog.full', { 'aria-label': item.title, onclick: () => dialog.close(),
    onclose: () => dialog.remove() }, h('img', { src: addressOf(item), alt: item.title }),
  button('Close'));
  document.body.append(dialog);
  dialog.showModal();
}

/** Makes a picture small, upright, and free of what the camera wrote into it, such as the place. */
async function shrink(file) {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const scale = Math.min(1, SIDE_MAX / Math.max(picture.width, picture.height));
  const canvas = h('canvas', { width: Math.round(picture.width * scale), height: Math.round(picture.height * scale) });
  const context = canvas.getContext('2d');
  // JPEG has no transparency.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/jpeg', QUALITY);
  });
}
