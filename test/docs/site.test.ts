import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { adviceOf } from '../../packages/docs/src/reference/error-advice.ts';
import { descriptionsOf, readOpenApi } from '../../packages/docs/src/reference/open-api.ts';
import { russian } from '../../packages/docs/src/reference/russian.ts';
import { readNavigation, readPages, type DocPage } from '../../packages/docs/src/pages.ts';
import { errorTable } from '../../src/orders/error-table.ts';
import { builtSite } from './built-site.ts';
import { samplesOf, type Sample } from './read-samples.ts';

const site = builtSite();
after(() => site[Symbol.dispose]());

const attributes = (page: string, name: string): string[] =>
  [...page.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g'))].map(([, value = '']) =>
    value.replaceAll('&amp;', '&'),
  );

const idsOf = new Map([...site.pages].map(([address, page]) => [address, new Set(attributes(page, 'id'))]));

function isAlive(from: string, link: string): boolean {
  const { origin, pathname, hash } = new URL(link, `https://site.example${from}`);
  if (origin !== 'https://site.example') return /^(?:https?:|mailto:)/.test(link);
  const anchor = decodeURIComponent(hash.slice(1));
  const ids = idsOf.get(pathname);
  if (ids !== undefined) return anchor === '' || ids.has(anchor);
  // The program itself: its front page, its own description.
  if (!pathname.startsWith('/docs/')) return pathname === '/' || pathname === '/openapi.json';
  return existsSync(join(site.folder, decodeURIComponent(pathname.slice('/docs/'.length))));
}

test('no link and no anchor of the site is dead', () => {
  const dead = [...site.pages].flatMap(([address, page]) =>
    [...attributes(page, 'href'), ...attributes(page, 'src')]
      .filter((link) => !isAlive(address, link))
      .map((link) => `${address}: ${link}`),
  );
  assert.deepEqual([...new Set(dead)], []);
});

test('a page needs nothing inline and nothing of other hosts', () => {
  for (const [address, page] of site.pages) {
    assert.doesNotMatch(page, /<script(?![^>]* src=)|<style|<[^>]+ (?:style|on[a-z]+)="/, address);
    const loaded = [...attributes(page, 'src'), ...page.matchAll(/<link[^>]+href="([^"]*)"/g)].map(String);
    assert.deepEqual(
      loaded.filter((link) => /^(?:https?:)?\/\//.test(link)),
      [],
      address,
    );
  }
});

const mostFirstBytes = 40_000;

test('a first view is small', () => {
  const assets = ['docs.css', 'theme.js', 'docs.js'].map((name) => name.split('.'));
  const home = [...site.pages.values()][0] ?? '';
  const shared = [...attributes(home, 'href'), ...attributes(home, 'src')].filter((link) =>
    assets.some(([name, kind]) => new RegExp(`/${name}\\.[0-9a-f]+\\.${kind}$`).test(link)),
  );
  assert.equal(shared.length, assets.length);
  const common = shared
    .map((link) => statSync(join(site.folder, `${link.slice('/docs/'.length)}.gz`)).size)
    .reduce((sum, size) => sum + size, 0);
  const large = [...site.pages]
    .map(([address, page]) => ({ address, size: common + gzipSync(page).length }))
    .filter(({ size }) => size > mostFirstBytes);
  assert.deepEqual(large, []);
});

/** Files for contributors, changes and the READMEs of packages. */
const isOnlyEnglish = ({ name }: DocPage): boolean =>
  /^(?:developing\/|(?:sdk-typescript|sdk-python|sdk-php|changelog|contributing|reporting|architecture|decisions)$)/.test(
    name,
  );

const pages = readPages().filter(({ name }) => !name.startsWith('decisions/'));
const named = (language: string): string[] =>
  pages.filter((page) => page.language === language && !isOnlyEnglish(page)).map(({ name }) => name);

test('every page is there in both languages, with the same headings and the same samples', () => {
  assert.deepEqual(named('ru').toSorted(), named('en').toSorted());
  for (const name of named('en')) {
    const [one, other] = ['en', 'ru'].map((language) =>
      pages.find((page) => page.name === name && page.language === language),
    );
    assert.deepEqual(levelsOf(other?.text ?? ''), levelsOf(one?.text ?? ''), `headings of ${name}`);
    if (existsSync(join(import.meta.dirname, '../..', one?.file ?? '')))
      assert.deepEqual(codesOf(other?.file ?? ''), codesOf(one?.file ?? ''), `samples of ${name}`);
  }
});

const withoutBlocks = (text: string): string => text.replaceAll(/^ *```[^]*?^ *```$/gm, '');
const levelsOf = (text: string): string[] => withoutBlocks(text).match(/^#+(?= )/gm) ?? [];

/** Comments may be in the language of the page. */
const codesOf = (file: string): string[] =>
  samplesOf(file)
    .filter(({ language }) => language !== '' && language !== 'text')
    .map(({ language, code }: Sample) => `${language}: ${code.replaceAll(/\s*(?:#|\/\/) .*$/gm, '')}`);

test('every page is in the navigation', () => {
  const listed = new Set(readNavigation().flatMap((group) => group.pages));
  const aside = /^(?:reference\/|sdk-|reporting$)/;
  const lost = new Set(
    pages.map(({ name }) => name).filter((name) => !listed.has(name) && !aside.test(name)),
  );
  assert.deepEqual([...lost], []);
});

test('the reference explains every description and every error in both languages', () => {
  const descriptions = descriptionsOf(readOpenApi());
  assert.deepEqual(
    [...descriptions].filter((text) => russian[text] === undefined),
    [],
  );
  assert.deepEqual(
    Object.keys(russian).filter((text) => !descriptions.has(text)),
    [],
  );
  for (const { code } of errorTable)
    for (const advice of [adviceOf.en[code], adviceOf.ru[code]])
      assert.ok(advice.cause.length > 10 && advice.act.length > 10, String(code));
});

test('the search finds words of both languages', () => {
  const entry = JSON.parse(readFileSync(join(site.folder, 'pagefind/pagefind-entry.json'), 'utf8')) as {
    languages: Record<string, { page_count: number }>;
  };
  assert.deepEqual(Object.keys(entry.languages).toSorted(), ['en', 'ru']);
});
