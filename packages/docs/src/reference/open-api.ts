/** docs/openapi.json, as far as the reference needs it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ErrorCode } from '../../../../src/orders/error-table.ts';
import { root } from '../repository.ts';

export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  default?: string | number | boolean;
  required?: string[];
  examples?: unknown[];
  additionalProperties?: Schema | boolean;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

export interface Operation {
  cmd: string;
  title: string;
  errors: ErrorCode[];
}

export interface OpenApi {
  components: { schemas: Record<string, Schema> };
  'x-operations': Operation[];
  'x-errors': { code: ErrorCode; retry: 'no' | 'yes' | 'later' | 'after-fix' }[];
}

export const readOpenApi = (): OpenApi =>
  JSON.parse(readFileSync(join(root, 'docs/openapi.json'), 'utf8')) as OpenApi;

/** Every description and title, of operations and of their fields. */
export function descriptionsOf(api: OpenApi): Set<string> {
  const found = new Set(api['x-operations'].map(({ title }) => title));
  const gather = (schema: Schema): void => {
    if (schema.description !== undefined) found.add(schema.description);
    for (const one of [...Object.values(schema.properties ?? {}), ...(schema.anyOf ?? [])]) gather(one);
    if (schema.items !== undefined) gather(schema.items);
    if (typeof schema.additionalProperties === 'object') gather(schema.additionalProperties);
  };
  Object.values(api.components.schemas).forEach(gather);
  return found;
}
