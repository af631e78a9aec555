import { randomUUID } from 'node:crypto';
import { signatureOf } from '../../src/clients/client-directory.ts';
import type { Prepared } from './drive.ts';

/** The requests of a load, built and signed before the clock starts. */
export type Recipe =
  | {
      cmd: 'makeOrder';
      count: number;
      clients: Signer[];
      productId: number;
      faceRoubles: number;
      /** Default: the client delivers the certificates itself. */
      emailTo?: string;
    }
  | { cmd: 'getStatus'; count: number; clients: Signer[]; requests: { client: number; id: number }[] }
  /** Whole requests of other pages and programs, as sent over the wire; `status` is that of success, by default 200. */
  | { cmd: 'plain'; requests: string[]; status?: number };

type SignedRecipe = Exclude<Recipe, { cmd: 'plain' }>;

export interface Signer {
  id: number;
  secret: string;
}

export function preparedRequests(recipe: Recipe): Prepared {
  if (recipe.cmd === 'plain') {
    const requests = recipe.requests.map((request) => Buffer.from(request));
    return { requests, okMark: Buffer.from(`HTTP/1.1 ${recipe.status ?? 200} `) };
  }
  return { requests: signedRequests(recipe), okMark: Buffer.from('"status":"ok"') };
}

/** Half of the requests come by GET, half by POST, as real clients do. */
function signedRequests(recipe: SignedRecipe): Buffer[] {
  return Array.from({ length: recipe.count }, (_, index) => {
    const { signer, data } = askOf(recipe, index);
    return requestBytes(recipe.cmd, signer, JSON.stringify(data), index % 2 === 0 ? 'GET' : 'POST');
  });
}

function askOf(recipe: SignedRecipe, index: number): { signer: Signer; data: object } {
  if (recipe.cmd === 'makeOrder') {
    return {
      signer: at(recipe.clients, index),
      data: { ...orderData(recipe.productId, recipe.faceRoubles, index), ...deliveredTo(recipe.emailTo) },
    };
  }
  const { client, id } = at(recipe.requests, index);
  return { signer: at(recipe.clients, client), data: { id } };
}

/** An order of a bonus programme, which delivers certificates itself. */
function orderData(productId: number, face: number, index: number): object {
  return {
    product_id: productId,
    face,
    uuid: randomUUID(),
    from: 'Бонусная программа',
    to: 'Мария Петрова',
    text: 'С днём рождения!',
    comment: `bench ${index}`,
    external_id: `EXT-${index}`,
    code: 'BENCH',
    delivery_type: 'link',
  };
}

const deliveredTo = (emailTo: string | undefined): object =>
  emailTo === undefined ? {} : { delivery_type: 'email', email_to: emailTo };

function requestBytes(cmd: string, signer: Signer, data: string, method: 'GET' | 'POST'): Buffer {
  const sig = signatureOf(cmd, data, signer.secret);
  const query = `cmd=${cmd}&id=${signer.id}&in=json&out=json&sig=${sig}`;
  const form = `data=${encodeURIComponent(data)}`;
  if (method === 'GET') return Buffer.from(`GET /?${query}&${form} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`);
  return Buffer.from(
    `POST /?${query} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/x-www-form-urlencoded\r\n` +
      `content-length: ${Buffer.byteLength(form)}\r\n\r\n${form}`,
  );
}

function at<Item>(items: Item[], index: number): Item {
  const item = items[index % items.length];
  if (item === undefined) throw new Error('The recipe names nothing to choose from.');
  return item;
}
