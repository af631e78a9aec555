import type { FieldSample } from '../field-sample.ts';
import type { Parser, ServerName } from './shop-servers.ts';

export interface Call {
  servers: readonly ServerName[];
  before: Parser;
  body: 'form' | 'json';
  /** What the caller does with it. `unsigned`: anybody, who knows no secret. */
  caller:
    | 'sends it'
    | 'leaves in the middle'
    | 'sends far too much'
    | 'is unsigned'
    | 'sends what the shop fails at';
}

export interface Answered {
  /** Null where nobody is there to be answered. */
  status: number | null;
  reports: RegExp[];
}

/** A uuid of makeOrder whose every answer is lost; right is what the platform takes it for. */
export const uuids: readonly FieldSample<unknown, 'given' | 'not given'>[] = [
  { name: 'null', source: 'stripe/ai#402', input: null, right: 'not given' },
  { name: 'an empty text', source: 'stripe/ai#402', input: '', right: 'not given' },
  { name: 'undefined', source: 'own', input: undefined, right: 'not given' },
  { name: 'the text 0', source: 'own', input: '0', right: 'given' },
  { name: 'the number 0', source: 'own', input: 0, right: 'given' },
  { name: 'false', source: 'own', input: false, right: 'given' },
];

const all = ['node:http', 'express 4', 'express 5', 'koa', 'fastify'] as const;
const express = ['express 4', 'express 5'] as const;
const parsed = [/was parsed before the handler/];

/** What reaches the handler of callbacks of a shop. */
export const calls: readonly FieldSample<Call, Answered>[] = [
  {
    name: 'a form',
    source: 'own',
    input: { servers: all, before: 'nothing', body: 'form', caller: 'sends it' },
    right: { status: 200, reports: [] },
  },
  {
    name: 'JSON',
    source: 'own',
    input: { servers: all, before: 'nothing', body: 'json', caller: 'sends it' },
    right: { status: 200, reports: [] },
  },
  {
    name: 'a caller that disconnects in the middle',
    source: 'vercel/mcp-handler#128',
    input: { servers: all, before: 'nothing', body: 'form', caller: 'leaves in the middle' },
    right: { status: null, reports: [] },
  },
  {
    name: 'a stranger without a signature',
    source: 'own',
    input: { servers: all, before: 'nothing', body: 'json', caller: 'is unsigned' },
    right: { status: 401, reports: [] },
  },
  {
    name: 'a stranger who sends far too much',
    source: 'own',
    input: { servers: all, before: 'nothing', body: 'json', caller: 'sends far too much' },
    right: { status: 413, reports: [] },
  },
  {
    name: 'a failure of the shop',
    source: 'own',
    input: { servers: all, before: 'nothing', body: 'json', caller: 'sends what the shop fails at' },
    right: { status: 500, reports: [/no database/] },
  },
  {
    name: 'JSON behind a JSON parser',
    source: 'octokit/webhooks.js#1081',
    input: { servers: express, before: 'json', body: 'json', caller: 'sends it' },
    right: { status: 500, reports: parsed },
  },
  {
    name: 'JSON behind a JSON parser, from a stranger',
    source: 'octokit/webhooks.js#40',
    input: { servers: express, before: 'json', body: 'json', caller: 'is unsigned' },
    right: { status: 500, reports: parsed },
  },
  {
    name: 'a form behind a JSON parser, which leaves it unread',
    source: 'airqo-platform/AirQo-api#6616',
    input: { servers: express, before: 'json', body: 'form', caller: 'sends it' },
    right: { status: 200, reports: [] },
  },
  {
    name: 'a form behind a JSON parser, cut off',
    source: 'stream-utils/raw-body#66',
    input: { servers: express, before: 'json', body: 'form', caller: 'leaves in the middle' },
    right: { status: null, reports: [] },
  },
  {
    name: 'a form behind a parser of forms',
    source: 'rvagg/github-webhook-handler#17',
    input: { servers: express, before: 'form', body: 'form', caller: 'sends it' },
    right: { status: 500, reports: parsed },
  },
  {
    name: 'behind a parser of koa',
    source: 'own',
    input: { servers: ['koa'], before: 'json', body: 'json', caller: 'sends it' },
    right: { status: 500, reports: parsed },
  },
  {
    name: 'behind the parsers that fastify has by itself',
    source: 'own',
    input: { servers: ['fastify'], before: 'json', body: 'json', caller: 'sends it' },
    right: { status: 500, reports: parsed },
  },
  {
    name: 'bytes from express.raw',
    source: 'muxinc/mux-node-sdk#37',
    input: { servers: express, before: 'raw', body: 'json', caller: 'sends it' },
    right: { status: 200, reports: [] },
  },
  {
    name: 'text from express.text',
    source: 'own',
    input: { servers: express, before: 'text', body: 'form', caller: 'sends it' },
    right: { status: 200, reports: [] },
  },
  {
    name: 'JSON whose parser keeps the bytes',
    source: 'octokit/webhooks.js#1081',
    input: { servers: express, before: 'keeps bytes', body: 'json', caller: 'sends it' },
    right: { status: 200, reports: [] },
  },
  {
    name: 'a form whose parser keeps the bytes',
    source: 'expressjs/express#897',
    input: { servers: express, before: 'keeps bytes', body: 'form', caller: 'sends it' },
    right: { status: 200, reports: [] },
  },
];
