export function startReordering() { return { update() {}, toggle() {} }; }
