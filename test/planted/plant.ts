import type { Fault } from './fault.ts';

/** The files of a fault with its edits; null if a text does not stand there exactly once. */
export function planted(
  edits: Fault['edits'],
  files: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> | null {
  const changed = new Map(files);
  for (const { file, find, put } of edits) {
    const parts = (changed.get(file) ?? '').split(find);
    if (parts.length !== 2) return null;
    changed.set(file, parts.join(put));
  }
  return changed;
}
