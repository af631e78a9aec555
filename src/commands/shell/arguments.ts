/** Arguments of commands: ids, sums, faces. */
import { InvalidArgumentError } from 'commander';
import { readRoubles } from '../../platform/values/read-roubles.ts';

/** Parsers of arguments: each throws an error that the command line parser prints. */

export function anId(text: string): number {
  const id = Number(text);
  if (!/^\d{1,16}$/.test(text) || !Number.isSafeInteger(id) || id < 1) {
    throw new InvalidArgumentError('It must be an id: digits.');
  }
  return id;
}

export function aCount(text: string): number {
  const count = Number(text);
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return count;
}

/** Roubles, as `1000`, `1000.50` or `"1 000"`; returns kopecks. */
export function anAmount(text: string): number {
  const kopecks = readRoubles(text);
  if (kopecks === null) throw new InvalidArgumentError('It must be an amount in roubles.');
  return kopecks;
}

/** An amount above zero. */
export function aFace(text: string): number {
  const kopecks = anAmount(text);
  if (kopecks === 0) throw new InvalidArgumentError('It must be above 0.');
  return kopecks;
}

/** `500,1000,5000` or several arguments. */
export function faces(text: string, before: number[] = []): number[] {
  return [...before, ...text.split(/[,;]/).map(aFace)];
}

/** Free amounts: `100-15000`, or `100-15000/50` with a step. */
export function aFreeFace(text: string): { minKopecks: number; maxKopecks: number; stepKopecks: number } {
  const [, min, max, step = '1'] = /^([^-/]+)-([^-/]+)(?:\/([^-/]+))?$/.exec(text) ?? [];
  if (min === undefined || max === undefined) {
    throw new InvalidArgumentError('It must look like 100-15000 or 100-15000/50.');
  }
  const free = { minKopecks: aFace(min), maxKopecks: aFace(max), stepKopecks: aFace(step) };
  if (free.minKopecks > free.maxKopecks) throw new InvalidArgumentError('The least is above the most.');
  return free;
}

export function aDay(text: string): string {
  const day = new Date(`${text}T00:00:00Z`);
  if (
    !/^\d{4}-\d{2}-\d{2}$/.test(text) ||
    Number.isNaN(day.getTime()) ||
    !day.toISOString().startsWith(text)
  ) {
    throw new InvalidArgumentError('It must be a day, as 2027-12-31.');
  }
  return day.toISOString().slice(0, 10);
}

/** `3y` or `18mo`, in months. */
export function anAge(text: string): number {
  const [, count = '', unit] = /^([1-9]\d{0,2})(y|mo)$/.exec(text) ?? [];
  if (unit === undefined) throw new InvalidArgumentError('It must look like 3y or 18mo.');
  return Number(count) * (unit === 'y' ? 12 : 1);
}

export function ids(text: string): number[] {
  return text.split(/[,;]/).map(anId);
}

export function onOff(text: string): boolean {
  if (text === 'on') return true;
  if (text === 'off') return false;
  throw new InvalidArgumentError('It must be on or off.');
}
