/** Databases on a real cluster of Citus, for the tests that are given one. */
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, DatabaseError } from 'pg';
import { prepareNodes } from '../../src/platform/cells/prepare-nodes.ts';
import { spreadCluster } from '../../src/platform/cells/spread-cluster.ts';
import type { TestDatabase } from './test-cluster.ts';
import { openDatabase, type Database } from '../../src/platform/database/database.ts';
import { migrate } from '../../src/platform/migrations/migrate.ts';

/** The address of a coordinator's database that knows its nodes, for a superuser who needs no password between them. */
export const CITUS_VARIABLE = 'FACEVALUE_TEST_CITUS';

const citusUrl = process.env[CITUS_VARIABLE] ?? '';

/** For tests that need a cluster: why they are left out, or false. */
export const withoutCitus = citusUrl === '' ? `no cluster: ${CITUS_VARIABLE} is not given` : false;

/** `citus`: the worlds of a run lie on the cluster that FACEVALUE_TEST_CITUS names, by themselves in three cells. */
export const WORLDS_VARIABLE = 'FACEVALUE_TEST_WORLDS';

/** Whether the worlds of this run lie there. */
export const worldsOnCluster = process.env[WORLDS_VARIABLE] === 'citus';

interface Member {
  host: string;
  port: number;
  /** The address of a database there. */
  address: string;
}

/** `at`: the coordinator of the cluster, if not that of the run; cells may lie on the first `nodes` of its servers. */
interface Where {
  nodes?: number;
  at?: string;
}

export interface CitusDatabase extends TestDatabase, AsyncDisposable {
  /** The same database at each node; `url` is that of the coordinator. */
  nodes: string[];
}

/** An empty database of its own on the servers of the cluster. */
export async function citusDatabase({ nodes = Infinity, at = citusUrl }: Where = {}): Promise<CitusDatabase> {
  const members = await readMembers(at, nodes);
  const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`;
  await makeCluster(members, name);
  return databaseOf(members, name);
}

/** Like `citusDatabase`, with the tables of an installation spread over so many cells. */
export async function spreadDatabase({
  nodes = Infinity,
  at = citusUrl,
  cells = 4,
}: Where & { cells?: number } = {}): Promise<CitusDatabase> {
  const members = await readMembers(at, nodes);
  const template = templateName(members.length, cells);
  await atMember(first(members), null, async (client) => {
    await client.query('select pg_advisory_lock(hashtext($1))', [template]);
    const { rowCount } = await client.query(`select 1 from pg_database where datname = $1`, [template]);
    if (rowCount === 0) await makeTemplate(members, template, cells);
  });
  const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`;
  await Promise.all(
    members.map((member) =>
      alone(member, template, `create database ${name} template ${template} strategy file_copy`),
    ),
  );
  // The settings of a database are not copied with it.
  await withDatabase(urlAt(first(members), name), prepareNodes);
  return databaseOf(members, name);
}

async function makeTemplate(members: Member[], template: string, cells: number): Promise<void> {
  const unfinished = `unfinished_citus_${process.pid}`;
  await makeCluster(members, unfinished);
  await withDatabase(urlAt(first(members), unfinished), async (db) => {
    await migrate(db, new Date('2026-11-21T12:00:00+03:00'));
    await spreadCluster(db, cells);
  });
  // The coordinator last: its name says that all are there.
  for (const member of members.toReversed())
    await alone(member, unfinished, `alter database ${unfinished} rename to ${template}`);
}

/** An empty database beside that one at the last server of the cluster, which that one does not use. */
export async function unusedNode({ url }: CitusDatabase): Promise<AsyncDisposable & { url: string }> {
  const member = (await readMembers(citusUrl, Infinity)).at(-1);
  assert.ok(member !== undefined);
  const name = new URL(url).pathname.slice(1);
  await atMember(member, null, (client) => client.query(`create database ${name}`));
  await atMember(member, name, (client) => client.query(`create extension citus`));
  return {
    url: urlAt(member, name),
    [Symbol.asyncDispose]: () =>
      atMember(member, null, (client) => client.query(`drop database if exists ${name} with (force)`)),
  };
}

const DATABASE_IN_USE = '55006';
const mostAttempts = 20;

/** Citus has connections of its own to each database, and makes them again; one that hangs on a node that was away ends late. */
async function alone(member: Member, database: string, statement: string): Promise<void> {
  await atMember(member, null, async (client) => {
    for (let attempt = 1; ; attempt += 1) {
      await client.query(`select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1`, [
        database,
      ]);
      try {
        return await client.query(statement);
      } catch (problem) {
        const isUsed = problem instanceof DatabaseError && problem.code === DATABASE_IN_USE;
        if (!isUsed || attempt === mostAttempts) throw problem;
      }
    }
  });
}

async function withDatabase(url: string, work: (db: Database) => Promise<void>): Promise<void> {
  const db = openDatabase(url, { connections: 2, name: 'facevalue test' });
  await work(db);
  await db.end();
}

/** Another one for other sources: the servers are thrown away by whoever has started them. */
function templateName(servers: number, cells: number): string {
  const root = join(import.meta.dirname, '../..');
  const folders = ['migrations', 'src/platform/cells'];
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder)).map((file) => readFileSync(join(root, folder, file))),
  );
  const hash = createHash('sha256').update(Buffer.concat(files)).digest('hex').slice(0, 20);
  return `template_${servers}_${cells}_${hash}`;
}

async function makeCluster(members: Member[], name: string): Promise<void> {
  await Promise.all(
    members.map(async (member) => {
      await atMember(member, null, (client) => client.query(`create database ${name}`));
      await atMember(member, name, (client) => client.query(`create extension citus`));
    }),
  );
  const [coordinator, ...others] = members;
  await atMember(first(members), name, async (client) => {
    await client.query(`select citus_set_coordinator_host($1, $2)`, [coordinator?.host, coordinator?.port]);
    for (const { host, port } of others) await client.query(`select citus_add_node($1, $2)`, [host, port]);
  });
}

function databaseOf(members: Member[], name: string): CitusDatabase {
  const [url = '', ...nodes] = members.map((member) => urlAt(member, name));
  const drop = async () => {
    await Promise.all(
      members.map((member) => alone(member, name, `drop database if exists ${name} with (force)`)),
    );
  };
  return { url, nodes, drop, [Symbol.asyncDispose]: drop };
}

/** The coordinator. */
function first(members: Member[]): Member {
  const [member] = members;
  if (member === undefined) throw new Error('The cluster has no servers.');
  return member;
}

/** The coordinator first. */
async function readMembers(at: string, nodes: number): Promise<Member[]> {
  const client = new Client({ connectionString: at });
  await client.connect();
  const { rows } = await client.query<Omit<Member, 'address'>>(
    `select nodename as host, nodeport as port from pg_dist_node order by groupid`,
  );
  await client.end();
  return rows.slice(0, nodes + 1).map(({ host, port }) => {
    const address = new URL(at);
    address.host = `${host}:${port}`;
    return { host, port, address: address.href };
  });
}

async function atMember(
  member: Member,
  database: string | null,
  work: (client: Client) => Promise<unknown>,
): Promise<void> {
  const client = new Client({ connectionString: urlAt(member, database ?? 'postgres') });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function urlAt({ address }: Member, database: string): string {
  const url = new URL(address);
  url.pathname = `/${database}`;
  return url.href;
}
