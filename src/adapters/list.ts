import type { SupplierAdapter } from '../suppliers/adapter.ts';
import { rest } from './rest/rest.ts';

/** Every kind of supplier API that the platform speaks. */
export const adapters: readonly SupplierAdapter[] = [rest];

export const adapterNamed = (name: string): SupplierAdapter | null =>
  adapters.find((adapter) => adapter.name === name) ?? null;
