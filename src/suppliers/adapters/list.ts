import type { SupplierAdapter } from './adapter.ts';
import { jsonRpc } from './json-rpc/json-rpc.ts';
import { rest } from './rest/rest.ts';
import { restMapped } from './rest-mapped/rest-mapped.ts';
import { soap } from './soap/soap.ts';
import { xmlRpc } from './xml-rpc/xml-rpc.ts';

/** Every kind of supplier API that the platform supports. */
export const adapters: readonly SupplierAdapter[] = [rest, restMapped, soap, jsonRpc, xmlRpc];

export const adapterNamed = (name: string): SupplierAdapter | null =>
  adapters.find((adapter) => adapter.name === name) ?? null;
