import { gzipSync } from 'node:zlib';
import type { FieldSample } from '../field-sample.ts';

/** How a signed getBalance arrives, and what comes of it. */
export interface Arrival {
  path?: string;
  headers?: Record<string, string>;
  /** The body, made of its usual text `data=…&sig=…`. */
  body: (usual: string) => Buffer;
}

type Right = 'answered' | RegExp;

const utf8 = (text: string): Buffer => Buffer.from(text);

/** `PATH` is the usual query. */
export const transportSamples: FieldSample<Arrival, Right>[] = [
  {
    name: 'a byte order mark before the first parameter',
    source: 'NLog/NLog#250',
    input: { body: (usual) => utf8(`\uFEFF${usual}`) },
    right: 'answered',
  },
  {
    name: 'an encoded byte order mark',
    source: 'own',
    input: { body: (usual) => utf8(`%EF%BB%BF${usual}`) },
    right: 'answered',
  },
  {
    name: 'blanks and line breaks before the first parameter',
    source: 'own',
    input: { body: (usual) => utf8(`\r\n \t${usual}`) },
    right: 'answered',
  },
  {
    name: 'a byte order mark in the address',
    source: 'diadoc/diadocapi-docs#87',
    input: { path: '/?%EF%BB%BFPATH', body: utf8 },
    right: 'answered',
  },
  {
    name: 'two strokes before the parameters',
    source: 'own',
    input: { path: '//?PATH', body: utf8 },
    right: 'answered',
  },
  {
    name: 'UTF-16 with its mark',
    source: 'EvilBeaver/OneScript#677',
    input: { body: (usual) => Buffer.from(`\uFEFF${usual}`, 'utf16le') },
    right: /UTF-16/,
  },
  {
    name: 'UTF-16 without a mark',
    source: 'own',
    input: { body: (usual) => Buffer.from(usual, 'utf16le') },
    right: /UTF-16/,
  },
  {
    name: 'windows-1251',
    source: 'own',
    input: { body: (usual) => Buffer.concat([utf8(`${usual}&text=`), Buffer.from([0xcf, 0xf0, 0xe8])]) },
    right: /not UTF-8/,
  },
  {
    name: 'windows-1251, encoded',
    source: 'own',
    input: { body: (usual) => utf8(`${usual}&text=%CF%F0%E8`) },
    right: /text is not percent-encoded UTF-8/,
  },
  {
    name: 'the escapes of an old browser function',
    source: 'own',
    input: { body: (usual) => utf8(`${usual}&text=%u041F`) },
    right: /not percent-encoded UTF-8/,
  },
  {
    name: 'a body compressed by gzip',
    source: 'own',
    input: { headers: { 'content-encoding': 'gzip' }, body: (usual) => gzipSync(usual) },
    right: /compressed/,
  },
  {
    name: 'a body compressed by gzip that does not say so',
    source: 'own',
    input: { body: (usual) => gzipSync(usual) },
    right: /gzip/,
  },
  {
    name: 'JSON instead of parameters, under the type of a form',
    source: 'own',
    input: { body: () => utf8('{"product_id":2001,"face":500}') },
    right: /JSON/,
  },
  {
    name: 'JSON under its own type',
    source: 'own',
    input: { headers: { 'content-type': 'application/json' }, body: () => utf8('{"product_id":2001}') },
    right: /x-www-form-urlencoded/,
  },
];
