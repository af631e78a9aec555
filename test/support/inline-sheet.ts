import { stylePath } from '../../src/web/page-assets.ts';
import { wholeStyle } from '../../src/web/styles.ts';

/** A page as a browser shows it that has no server to ask: with the common sheet in it. */
export const inlineSheet = ({ markup }: { markup: string }): string =>
  markup
    .replace(/<meta http-equiv="content-security-policy"[^>]*>/, '')
    .replace(`<link rel="stylesheet" href="${stylePath}">`, () => `<style>${wholeStyle}</style>`);
