import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg, { Client } from 'pg';
import type { Part } from '../../src/platform/database/watched-client.ts';

/** Names the folder in which every process of a test run notes the statements that it sends (gather.ts). */
export const STATEMENTS_VARIABLE = 'FACEVALUE_TEST_STATEMENTS';

/** The environment in which processes note their statements in the folder; nothing if none is named. */
export function gatheringIn(folder: string): NodeJS.ProcessEnv {
  if (folder === '') return {};
  const preloaded = pathToFileURL(join(import.meta.dirname, 'gather.ts')).href;
  return {
    [STATEMENTS_VARIABLE]: folder,
    NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --import=${preloaded}`.trim(),
  };
}

/** A statement as it was sent first: its values are needed to plan it, on a spread database above all. */
export interface Statement {
  text: string;
  /** As PostgreSQL reads them as text. */
  values: (string | null)[];
  /** Where its tables were looked for first, as in `cell_7`; empty: where the server says. */
  schema: string;
  /** The files and lines of src/ that sent it, the nearest first; without the layers of the database itself. */
  places: string[];
}

/** Deep enough to reach the verb behind the driver and platform/database. */
const STACK_DEPTH = 40;
const MOST_PLACES = 3;

const sourceFrame = /\/(src\/[\w./-]+\.ts:\d+)/;
const databaseLayer = /^src\/platform\/(database|batching)\//;

/** Calls `note` before each statement that this process sends to any database, with the connection. */
export function onEachStatement(note: (statement: Statement, connection: object) => void): void {
  const prototype = Client.prototype as { query: (...ask: unknown[]) => unknown };
  const { query } = prototype;
  prototype.query = function noted(this: object, ...ask: unknown[]): unknown {
    const sent = statementOf(ask);
    if (sent !== null) note({ ...sent, schema: schemaOf(this), places: placesOf() }, this);
    return query.apply(this, ask);
  };
}

function schemaOf(client: unknown): string {
  const { part = null, connectionParameters } = client as {
    part?: Part | null;
    connectionParameters: { options?: string };
  };
  return part?.schemas[0] ?? /-c search_path=(\w+)/.exec(connectionParameters.options ?? '')?.[1] ?? '';
}

/** Null for what the driver sends by other means, such as COPY. */
function statementOf([config, values]: unknown[]): Pick<Statement, 'text' | 'values'> | null {
  if (typeof config === 'string')
    return { text: config, values: Array.isArray(values) ? values.map(wireText) : [] };
  const { text, values: own } = (config ?? {}) as { text?: unknown; values?: unknown };
  if (typeof text !== 'string') return null;
  return { text, values: Array.isArray(own) ? own.map(wireText) : [] };
}

function wireText(value: unknown): string | null {
  const { utils } = pg as unknown as { utils: { prepareValue(value: unknown): Buffer | string | null } };
  const prepared = utils.prepareValue(value);
  return Buffer.isBuffer(prepared) ? `\\x${prepared.toString('hex')}` : prepared;
}

function placesOf(): string[] {
  const before = Error.stackTraceLimit;
  Error.stackTraceLimit = STACK_DEPTH;
  const { stack = '' } = new Error('where');
  Error.stackTraceLimit = before;
  return stack
    .split('\n')
    .map((line) => sourceFrame.exec(line)?.[1] ?? '')
    .filter((place) => place !== '' && !databaseLayer.test(place))
    .slice(0, MOST_PLACES);
}

/** Whether PostgreSQL can explain it: the others are `begin`, `set`, `lock` and definitions of tables. */
export const isExplainable = ({ text }: Pick<Statement, 'text'>): boolean =>
  /^\s*(select|insert|update|delete|with|merge)\b/i.test(text);

/** Statements that are told apart: those of all cells, and of the centre. */
export const keyOf = ({ text, schema }: Pick<Statement, 'text' | 'schema'>): string =>
  `${schema === '' ? 'centre' : 'cell'} ${text}`;

/** What a run has noted in its folder, each text once. */
export function readStatements(folder: string): Statement[] {
  const byKey = new Map<string, Statement>();
  for (const name of readdirSync(folder).filter((entry) => entry.endsWith('.jsonl')))
    for (const line of readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean)) {
      const statement = JSON.parse(line) as Statement;
      if (!byKey.has(keyOf(statement))) byKey.set(keyOf(statement), statement);
    }
  return [...byKey.values()];
}
