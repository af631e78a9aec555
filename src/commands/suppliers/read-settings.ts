/** Reads the settings of an adapter from a file or standard input. */
import { readFile } from 'node:fs/promises';
import { text as readStream } from 'node:stream/consumers';
import { Refusal } from '../shell/problems.ts';

export async function readSettings(file: string): Promise<unknown> {
  let text: string;
  try {
    text = file === '-' ? await readStream(process.stdin) : await readFile(file, 'utf8');
  } catch {
    throw new Refusal(`The file of settings can't be read: ${file}.`);
  }
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw new Refusal(`The settings are no JSON: ${file}.`);
  }
}
