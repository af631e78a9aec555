/** Every route to which signed-in people post, taken from where it is registered. */
import assert from 'node:assert/strict';
import Fastify from 'fastify';
import { registerCabinet } from '../../src/http/cabinet/routes.ts';
import { registerOperator } from '../../src/http/operator/routes.ts';
import { registerSignInPages } from '../../src/http/sign-in/routes.ts';
import { registerSupplierCabinet } from '../../src/http/supplier-cabinet/routes.ts';
import type { LeadsTo } from '../../src/people/access/leads-to.ts';
import type { Undone } from '../../src/web/confirm/undone.ts';
import type { Needs } from '../../src/web/signed-in.ts';
import type { TestWorld } from './test-world.ts';

export interface ActRoute {
  url: string;
  needs: Needs;
  leadsTo: LeadsTo;
  undone: Undone;
}

const nothing = () => assert.fail('nothing is asked of these routes');

export async function actRoutes(world: TestWorld): Promise<ActRoute[]> {
  const app = Fastify();
  const found: ActRoute[] = [];
  app.addHook('onRoute', ({ method, url, config }) => {
    const { needs, leadsTo, undone } = config ?? {};
    if (method === 'POST' && needs !== undefined && leadsTo !== undefined && undone !== undefined)
      found.push({ url, needs, leadsTo, undone });
  });
  const parts = {
    ...world.ctx,
    onPlaced: () => {},
    makePaper: nothing,
    sampleGift: nothing,
    samplePdf: nothing,
  };
  await registerSignInPages(app, world.ctx);
  await registerCabinet(app, parts);
  await registerSupplierCabinet(app, parts);
  await registerOperator(app, parts);
  await app.close();
  return found;
}

/** Whether an address is one of the route. */
export const isOf = ({ url }: ActRoute, address: string): boolean =>
  new RegExp(`^${url.replaceAll(/:\w+/g, '[^/]+')}$`).test(address.split('?')[0] ?? '');
