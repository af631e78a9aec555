import type { LightMyRequestResponse } from 'fastify';
import { newPerson, type TestPerson } from './people-world.ts';
import type { Party } from '../../src/people/access/party.ts';
import type { TestWorld } from './test-world.ts';

/** What somebody does with pages, in English. */
export interface Visitor {
  person: TestPerson;
  get(url: string): Promise<LightMyRequestResponse>;
  post(url: string, form?: Record<string, string>): Promise<LightMyRequestResponse>;
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
  return {
    person,
    get: (url) => world.server.inject({ url, headers }),
    post: (url, form = {}) =>
      world.server.inject({
        method: 'POST',
        url,
        headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams(form).toString(),
      }),
  };
}
