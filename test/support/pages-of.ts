import type { LightMyRequestResponse } from 'fastify';
import { newPerson, type TestPerson } from './people-world.ts';
import type { Party } from '../../src/people/access/party.ts';
import { meaningIt } from './say-yes.ts';
import type { TestWorld } from './test-world.ts';

/** What somebody does with pages, in English. */
export interface Visitor {
  person: TestPerson;
  get(url: string): Promise<LightMyRequestResponse>;
  /** Also says yes where that is asked. */
  post(url: string, form?: Record<string, string>): Promise<LightMyRequestResponse>;
  /** Sends a form once. */
  send(url: string, form?: Record<string, string> | URLSearchParams): Promise<LightMyRequestResponse>;
  /** A form with a file. */
  upload(url: string, form: Record<string, string>, file: UploadedFile): Promise<LightMyRequestResponse>;
}

export interface UploadedFile {
  /** Of the form. */
  field: string;
  /** Empty: no file was chosen. */
  name: string;
  bytes: Buffer;
}

const boundary = 'x-boundary-x';
export const multipartType = `multipart/form-data; boundary=${boundary}`;

export function multipartOf(form: Record<string, string>, { field, name, bytes }: UploadedFile): Buffer {
  const parts = Object.entries(form).map(
    ([key, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`,
  );
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  return Buffer.concat([Buffer.from(parts.join('') + head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]);
}

/** Somebody signed in, at the pages of the installation. */
export async function visitor(world: TestWorld, party: Party, role: string): Promise<Visitor> {
  const person = await newPerson(world, party, role);
  const headers = {
    accept: 'text/html',
    'accept-language': 'en',
    'sec-fetch-site': 'same-origin',
    cookie: `facevalue-session=${person.cookie}`,
  };
  const send: Visitor['send'] = (url, form = {}) =>
    world.server.inject({
      method: 'POST',
      url,
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(form).toString(),
    });
  return {
    person,
    get: (url) => world.server.inject({ url, headers }),
    post: (url, form = {}) => meaningIt(send, url, form),
    send,
    upload: (url, form, file) =>
      world.server.inject({
        method: 'POST',
        url,
        headers: { ...headers, 'content-type': multipartType },
        payload: multipartOf(form, file),
      }),
  };
}
