/** Texts as long as they may be, and what a page does with them on a screen and on paper. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { noSidewaysScroll } from './gift-browser.ts';
import { desktop, phone } from './signed-in-browser.ts';

/** In one piece: nothing but a rule of ours breaks it. */
export const word = (length: number): string => 'Щ'.repeat(length);
export const latin = (length: number): string => 'W'.repeat(length);

/** 254 characters. */
export function longestMail(letter: string): string {
  const part = (length: number): string => letter.repeat(length);
  return `${part(64)}@${part(60)}.${part(60)}.${part(59)}.example`;
}

export const longestUrl = (base: string): string => `${base}?${latin(2047 - base.length)}`;

/** What is wider than its place and is neither scrolled nor cut with three points. */
const cutTexts = `[...document.querySelectorAll('main *, .top *, footer *')].filter((one) => {
  const style = getComputedStyle(one);
  if (one.closest('svg, .picture, .quiet, select, textarea, input, .skip, .stacks thead') || style.display === 'inline') return false;
  return one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0 && !['auto', 'scroll'].includes(style.overflowX);
}).map((one) => one.outerHTML.replaceAll(/\\s+/g, ' ').slice(0, 160))`;

/** What of a page shows on paper. */
const printedParts = `({
  ink: [getComputedStyle(document.body).color, getComputedStyle(document.body).backgroundColor],
  place: document.querySelector('.top .place').checkVisibility(),
  pressed: [...document.querySelectorAll('nav, button, input, select, textarea, summary, .button')]
    .filter((one) => one.checkVisibility() && !one.closest('details[open], .tabs'))
    .map((one) => one.outerHTML.slice(0, 120)),
})`;

const paper = { viewport: { width: 688, height: 1000 }, locale: 'ru-RU', colorScheme: 'dark' as const };

export const media = { phone, desktop, paper };
const inTurn: readonly Medium[] = ['phone', 'desktop', 'paper'];
export type Medium = keyof typeof media;

/** Looks at the page that is open; answers what does not hold. */
export async function longestProblems(
  page: Page,
  medium: Medium,
  where: string,
  picture: string,
): Promise<string[]> {
  const pictures = process.env['FACEVALUE_PAGE_PICTURES'];
  const problems: string[] = [];
  if (medium === 'paper') await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const file = pictures && join(pictures, `longest-${medium}-${picture}`);
  if (file) await page.screenshot({ path: `${file}.png`, fullPage: true });
  if (file && medium === 'paper')
    await page.pdf({ path: `${file}.pdf`, format: 'A4', preferCSSPageSize: true });
  await noSidewaysScroll(page, where).catch((problem: Error) => problems.push(problem.message));
  const cut = await page.evaluate<string[]>(cutTexts);
  problems.push(...cut.map((one) => `${where}: ${one}`));
  if (medium !== 'paper') return problems;
  const printed = await page.evaluate<unknown>(printedParts);
  const wanted = { ink: ['rgb(0, 0, 0)', 'rgb(255, 255, 255)'], place: true, pressed: [] };
  try {
    assert.deepEqual(printed, wanted);
  } catch {
    problems.push(`${where} on paper: ${JSON.stringify(printed)}`);
  }
  return problems;
}

/** Looks at the page that is open on one medium after the other. */
export async function problemsOnAllMedia(page: Page, where: string, picture: string): Promise<string[]> {
  const problems: string[] = [];
  for (const medium of inTurn) {
    await page.setViewportSize(media[medium].viewport);
    const found = await longestProblems(page, medium, where, picture);
    problems.push(...found.map((problem) => `${medium}: ${problem}`));
  }
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
  await page.setViewportSize(phone.viewport);
  return problems;
}
