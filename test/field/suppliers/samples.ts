/** Answers of suppliers' APIs, as servers of their kind send them. The request asked for 500 roubles. */
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import type { FieldSample } from '../field-sample.ts';

export interface SupplierAnswer {
  adapter: 'rest' | 'soap' | 'xml-rpc';
  headers: Record<string, string>;
  body: Buffer;
}

/** The code with its end of validity, or how the answer is judged. */
export type SupplierSample = FieldSample<SupplierAnswer, string>;

export const requestId = '2f6c1a52-9a3e-4c55-8a47-3f1e0a5b7c11';

const windows1251 = (text: string): Buffer =>
  Buffer.from(
    [...text].map((sign) => {
      const point = sign.codePointAt(0) ?? 0;
      return point < 0x80 ? point : point - 0x0410 + 0xc0;
    }),
  );
const utf8 = (text: string): Buffer => Buffer.from(text);

const json = (fields: Record<string, unknown> = {}): string =>
  JSON.stringify({
    request_id: requestId,
    denomination: 500,
    code: 'TEA-1',
    pin: '1',
    expire_at: null,
    ...fields,
  });
const soap = (fields: Record<string, string> = {}, head = ''): string => {
  const all = { request_id: requestId, denomination: '500', code: 'TEA-1', ...fields };
  const elements = Object.entries(all).map(([name, value]) => `<t:${name}>${value}</t:${name}>`);
  return `${head}<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><t:issueCertificateResponse xmlns:t="urn:tea">${elements.join('')}</t:issueCertificateResponse></s:Body></s:Envelope>`;
};
const member = (name: string, value: string): string =>
  `<member><name>${name}</name><value><string>${value}</string></value></member>`;
const rpc = (code: string, head = ''): string => {
  return `${head}<methodResponse><params><param><value><struct>${member('request_id', requestId)}${member('denomination', '500')}${member('code', code)}</struct></value></param></params></methodResponse>`;
};

const rest = (
  name: string,
  source: string,
  body: Buffer,
  headers: Record<string, string>,
  right: string,
): SupplierSample => ({
  name: `REST: ${name}`,
  source,
  input: { adapter: 'rest', headers: { 'content-type': 'application/json', ...headers }, body },
  right,
});
const xml = (
  adapter: 'soap' | 'xml-rpc',
  name: string,
  source: string,
  body: Buffer,
  type: string,
  right: string,
): SupplierSample => ({
  name: `${adapter}: ${name}`,
  source,
  input: { adapter, headers: { 'content-type': type }, body },
  right,
});

const declared = (encoding: string): string => `<?xml version="1.0" encoding="${encoding}"?>`;
const cyrillic = 'ЧАЙ-000001';
const sold = 'TEA-1 null';

export const supplierSamples: SupplierSample[] = [
  rest(
    'windows-1251 by the header',
    'nodejs/undici#883',
    windows1251(json({ code: cyrillic })),
    { 'content-type': 'application/json; charset=windows-1251' },
    `${cyrillic} null`,
  ),
  rest(
    'windows-1251 by another name',
    'own',
    windows1251(json({ code: cyrillic })),
    { 'content-type': 'application/json; charset="cp-1251"' },
    `${cyrillic} null`,
  ),
  rest('windows-1251 without a word', 'own', windows1251(json({ code: cyrillic })), {}, 'unclear'),
  rest(
    'UTF-8 called windows-1251 is not sold as something else',
    'own',
    utf8(json({ code: 'ЧИШ-1' })),
    { 'content-type': 'application/json; charset=windows-1251' },
    'unclear',
  ),
  rest(
    'a charset that nobody knows',
    'own',
    utf8(json()),
    { 'content-type': 'application/json; charset=x-own' },
    'unclear',
  ),
  rest(
    'UTF-16 with a mark',
    'own',
    Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(json(), 'utf16le')]),
    {},
    sold,
  ),
  rest('gzip', 'nodejs/undici#883', gzipSync(json()), { 'content-encoding': 'gzip' }, sold),
  rest('deflate', 'nodejs/undici#883', deflateSync(json()), { 'content-encoding': 'deflate' }, sold),
  rest('deflate without a frame', 'own', deflateRawSync(json()), { 'content-encoding': 'deflate' }, sold),
  rest('br', 'nodejs/undici#883', brotliCompressSync(json()), { 'content-encoding': 'br' }, sold),
  rest(
    'a bomb',
    'own',
    brotliCompressSync(Buffer.alloc(64 * 1024 * 1024, 32)),
    { 'content-encoding': 'br' },
    'unclear',
  ),
  rest('packed twice', 'own', gzipSync(gzipSync(json())), { 'content-encoding': 'gzip, gzip' }, 'unclear'),
  rest('not packed as it says', 'own', utf8(json()), { 'content-encoding': 'gzip' }, 'unclear'),
  rest('packed, and nothing says so', 'own', gzipSync(json()), {}, 'unclear'),
  rest(
    'a code as a rounded number',
    'DeviantArt-API#90',
    utf8(json().replace('"TEA-1"', '1.2345678901005e+14')),
    {},
    'wrong',
  ),
  rest('a key twice', 'own', utf8(json().replace('"pin"', '"code":"TEA-2","pin"')), {}, 'unclear'),
  rest(
    'a key twice, once written in another way',
    'own',
    utf8(json().replace('"pin"', String.raw`"\u0063ode":"TEA-2","pin"`)),
    {},
    'unclear',
  ),
  rest('the same key in two objects', 'own', utf8(json({ a: { code: '1' }, b: [{ code: '2' }] })), {}, sold),
  rest('request_id in capitals', 'own', utf8(json({ request_id: requestId.toUpperCase() })), {}, sold),
  rest('request_id in braces', 'own', utf8(json({ request_id: `{${requestId.toUpperCase()}}` })), {}, sold),
  rest('another request_id', 'own', utf8(json({ request_id: requestId.replace('2', '3') })), {}, 'wrong'),
  rest('a zero date', 'own', utf8(json({ expire_at: '0000-00-00 00:00:00' })), {}, sold),
  rest(
    'an end as the day begins',
    'own',
    utf8(json({ expire_at: '2028-03-01 00:00:00' })),
    {},
    'TEA-1 2028-02-29T20:59:59.000Z',
  ),
  xml(
    'soap',
    'windows-1251 by the declaration',
    'vpulim/node-soap#1302',
    windows1251(soap({ code: cyrillic }, declared('windows-1251'))),
    'text/xml',
    `${cyrillic} null`,
  ),
  xml(
    'soap',
    'windows-1251 by the header',
    'vpulim/node-soap#1302',
    windows1251(soap({ code: cyrillic })),
    'text/xml; charset=windows-1251',
    `${cyrillic} null`,
  ),
  xml(
    'soap',
    'header and declaration differ',
    'own',
    windows1251(soap({ code: cyrillic }, declared('windows-1251'))),
    'text/xml; charset=utf-8',
    'unclear',
  ),
  xml(
    'soap',
    'blank lines before the declaration',
    'own',
    utf8(`\r\n \r\n${soap({}, declared('utf-8'))}`),
    'text/xml',
    sold,
  ),
  xml(
    'soap',
    'a mark before the declaration',
    'own',
    utf8(`\uFEFF${soap({}, declared('utf-8'))}`),
    'text/xml',
    sold,
  ),
  xml(
    'soap',
    'two codes',
    'own',
    utf8(soap().replace('<t:code>', '<t:code>TEA-2</t:code><t:code>')),
    'text/xml',
    'wrong',
  ),
  xml(
    'soap',
    'a code by reference (multiRef)',
    'own',
    utf8(
      soap()
        .replace('<t:code>TEA-1</t:code>', '<t:code href="#id0"/>')
        .replace('</s:Body>', '<multiRef id="id0">TEA-1</multiRef></s:Body>'),
    ),
    'text/xml',
    'unclear',
  ),
  xml(
    'xml-rpc',
    'windows-1251 by the declaration',
    'baalexander/node-xmlrpc#46',
    windows1251(rpc(cyrillic, declared('windows-1251'))),
    'text/xml',
    `${cyrillic} null`,
  ),
  xml(
    'xml-rpc',
    'koi8-r by the declaration, in plain letters',
    'own',
    utf8(rpc('TEA-1', declared('KOI8-R'))),
    'text/xml',
    sold,
  ),
];
