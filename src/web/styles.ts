import { readFileSync } from 'node:fs';

/** A style sheet without comments and white space, as pages send it. */
export const readStyle = (file: string | URL): string =>
  readFileSync(file, 'utf8')
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};,]) ?/g, '$1')
    .replaceAll(': ', ':')
    .replaceAll(';}', '}');

type Part =
  | 'tokens'
  | 'base'
  | 'skip'
  | 'button'
  | 'form'
  | 'notice'
  | 'state'
  | 'message'
  | 'table'
  | 'card'
  | 'tabs'
  | 'timeline'
  | 'progress'
  | 'verdict'
  | 'shell'
  | 'chart'
  | 'print';

/** Parts of the sheet, for a page that inlines what it needs. */
export const styleOf = (...parts: Part[]): string =>
  parts.map((part) => readStyle(new URL(`./style/${part}.css`, import.meta.url))).join('');

/** The sheet of all other pages, served at its own address (page-assets.ts). */
export const wholeStyle = styleOf(
  'tokens',
  'base',
  'skip',
  'button',
  'form',
  'notice',
  'state',
  'message',
  'table',
  'card',
  'tabs',
  'timeline',
  'progress',
  'verdict',
  'shell',
  'chart',
  'print',
);
