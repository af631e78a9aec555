import { readFileSync } from 'node:fs';

/** A style sheet without comments and white space, as pages send it. */
export const readStyle = (file: string | URL): string =>
  readFileSync(file, 'utf8')
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};,>]) ?/g, '$1')
    .replaceAll(/(?<![\d.])0\.(?=\d)/g, '.')
    .replaceAll(': ', ':')
    .replaceAll(';}', '}');

type Part =
  | 'tokens'
  | 'base'
  | 'skip'
  | 'button'
  | 'link'
  | 'form'
  | 'notice'
  | 'tones'
  | 'state'
  | 'message'
  | 'table'
  | 'list'
  | 'card'
  | 'preview'
  | 'editor'
  | 'sample'
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

/** A sheet without the colours and fonts that neither it nor the other sheets of the page use. */
export function withoutUnused(sheet: string, others: readonly string[]): string {
  const all = [sheet, ...others].join('');
  return sheet.replaceAll(/(?<![a-z-])(--[a-z-]+):[^;}]*(?:;|(?=\}))/g, (token, name: string) =>
    all.includes(`var(${name})`) ? token : '',
  );
}

/** The sheet of all other pages, served at its own address (page-assets.ts). */
export const wholeStyle = styleOf(
  'tokens',
  'base',
  'skip',
  'button',
  'link',
  'form',
  'notice',
  'tones',
  'state',
  'message',
  'table',
  'list',
  'card',
  'preview',
  'editor',
  'sample',
  'tabs',
  'timeline',
  'progress',
  'verdict',
  'shell',
  'chart',
  'print',
);
