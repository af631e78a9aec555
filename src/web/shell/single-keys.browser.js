/** Keys that act by themselves, on any keyboard: where nobody types, and only if they are not turned off. */
const typing =
  'textarea, select, [contenteditable], input:not([type=checkbox], [type=radio], [type=button], [type=submit])';

/** `/`, `?` or a Latin letter; null for any other key. A keyboard of another script is known by the places of its keys. */
export function singleKey({ key, code, target, shiftKey, ctrlKey, metaKey, altKey, isComposing }) {
  if (ctrlKey || metaKey || altKey || isComposing || document.querySelector('dialog[open]') !== null)
    return null;
  if ((target.closest?.(typing) ?? null) !== null || localStorage.getItem('no-keys') !== null) return null;
  if (key === '?' || (code === 'Slash' && shiftKey)) return '?';
  // A point on a Russian keyboard.
  if (key === '/' || (code === 'Slash' && key === '.')) return '/';
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  return /^Key[A-Z]$/.test(code) ? code.slice(3).toLowerCase() : null;
}
