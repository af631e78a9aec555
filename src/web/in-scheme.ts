/** Pages and letters as a device in light or dark mode shows them, whichever the device of the reader is in. */
import type { Page } from './frame.ts';

export type DeviceScheme = 'light' | 'dark';

export const inScheme = (markup: string, scheme: DeviceScheme): string =>
  markup
    .replaceAll(/\(prefers-color-scheme:\s?dark\)/g, scheme === 'dark' ? '(min-width:0)' : '(max-width:0)')
    .replaceAll(/color-scheme:\s?light dark/g, `color-scheme:${scheme}`)
    .replaceAll('content="light dark"', `content="${scheme}"`);

/** Its styles are allowed by what they hold, so that they change with it. */
export const pageInScheme = (page: Page, scheme: DeviceScheme): Page => ({
  ...page,
  markup: inScheme(page.markup, scheme),
  needs: { ...page.needs, styles: (page.needs.styles ?? []).map((style) => inScheme(style, scheme)) },
});
