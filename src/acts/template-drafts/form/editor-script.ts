import { readFileSync } from 'node:fs';

/** Renews the preview while somebody edits. Without it a button does. */
export const editorScript = readFileSync(new URL('./editor.browser.js', import.meta.url), 'utf8');
