/**
 * `node bin/facevalue.mjs --run src/http/client-api/write-openapi.ts` updates docs/openapi.json, or writes another file that is named
 * behind it; a test fails while docs/openapi.json is out of date.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from '../../context.ts';
import { openApiDocument } from './openapi.ts';
import { createOperations } from './operations.ts';

/** Describing operations has no side effects: nothing runs. */
const nothing = { cells: [] } as unknown as Context;
const operations = createOperations(nothing, { makePdf: () => Promise.reject(), onPlaced: () => {} });
const document = openApiDocument([...operations.values()], '/');
const [, , file = join(import.meta.dirname, '../../../docs/openapi.json')] = process.argv;
writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);
