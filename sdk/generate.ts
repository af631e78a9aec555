/**
 * `node bin/facevalue.mjs --run sdk/generate.ts`: writes the typed operations of each SDK, and the Postman
 * collection, from docs/openapi.json.
 * A test compares what it would write with what is kept.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readModel, type OpenApi } from './generator/model.ts';
import { emitPhp } from './generator/php.ts';
import { emitPostman } from './generator/postman.ts';
import { emitPython } from './generator/python.ts';
import { emitTypeScript } from './generator/typescript.ts';

/** Of each generated file its path in sdk/ and its text. */
export function generatedFiles(): Map<string, string> {
  const openApi = join(import.meta.dirname, '../docs/openapi.json');
  const model = readModel(JSON.parse(readFileSync(openApi, 'utf8')) as OpenApi);
  return new Map([
    ['typescript/src/operations.ts', emitTypeScript(model)],
    ['python/facevalue/operations.py', emitPython(model)],
    ['php/src/Operations.php', emitPhp(model)],
    ['facevalue.postman_collection.json', emitPostman(model)],
  ]);
}

if (import.meta.main)
  for (const [path, text] of generatedFiles()) writeFileSync(join(import.meta.dirname, path), text);
