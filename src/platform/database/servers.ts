import type { ClientConfig } from 'pg';
import { StartProblem } from '../process/start-problem.ts';
import { connectWithinMs } from './database-limits.ts';
import type { WatchedClient } from './watched-client.ts';

/** The servers that a database address names: one, or the members of a cluster, one of which accepts writes. */
export interface Servers {
  count: number;
  /** Settings of sessions that the address gives (`options`). */
  options: string | null;
  /** The address of the one to connect to, without options. */
  current(): string;
  /** This one does not answer or does not accept writes: the next one is tried. */
  passOver(address: string): void;
  /** Names the part and its server for the log. */
  place?: () => string;
}

/** Reads several hosts as libpq does. Throws a StartProblem that repeats nothing of the address. */
export function serversOf(url: string): Servers {
  const read = addressesOf(url).map(readAddress);
  let index = 0;
  const current = (): string => read[index]?.address ?? url;
  return {
    count: read.length,
    options: read[0]?.options ?? null,
    current,
    passOver(address) {
      if (address === current()) index = (index + 1) % read.length;
    },
  };
}

/** Scheme, name and password, hosts, and the rest of `postgres://name:password@host:port,host:port/database?…`. */
const parts = /^(postgres(?:ql)?:\/\/)([^/?]*@)?([^/?@]+)((?:[/?].*)?)$/;

/**
 * The driver checks the certificate in these modes as in `verify-full`, and warns each time that a later version will not: it is
 * asked for what it does. Unless libpq's own meaning is wanted.
 */
const checkedMode = /([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/;
const asLibpq = /[?&]uselibpqcompat=true(?:&|$)/;

/** One address for each host. */
export function addressesOf(written: string): string[] {
  const url = asLibpq.test(written) ? written : written.replace(checkedMode, '$1verify-full');
  const [, scheme = '', login = '', hosts = '', rest = ''] = parts.exec(url) ?? [];
  if (!hosts.includes(',')) return [url];
  const addresses = hosts.split(',').map((host) => `${scheme}${login}${host}${rest}`);
  if (!addresses.every((address) => URL.canParse(address)))
    throw new StartProblem(
      'DATABASE_URL cannot be read: write postgres://name:password@host:port,host:port/database.',
    );
  return addresses;
}

/** The only kind of session that is of use here; other values of libpq are refused, not ignored. */
const kinds = ['read-write', 'primary'];

/** Options in the address would replace ours, and the driver does not know `target_session_attrs`. */
function readAddress(address: string): { address: string; options: string | null } {
  if (!URL.canParse(address)) return { address, options: null };
  const parsed = new URL(address);
  const [options, kind] = ['options', 'target_session_attrs'].map((name) => parsed.searchParams.get(name));
  if (options === null && kind === null) return { address, options };
  if (typeof kind === 'string' && !kinds.includes(kind))
    throw new StartProblem(`target_session_attrs in DATABASE_URL can only be ${kinds.join(' or ')}.`);
  parsed.searchParams.delete('options');
  parsed.searchParams.delete('target_session_attrs');
  return { address: parsed.href, options: options ?? null };
}

export type ClientClass = new (config?: ClientConfig) => WatchedClient;
type Connected = (problem?: Error | null) => void;

/**
 * Connections to the server that accepts writes. A standby says in its greeting that it is one (`in_hot_standby`), so
 * no statement is spent on the question; a server that says nothing is asked. A server that is restored is a standby while it
 * replays: a connection that was opened then would write once it is promoted, so there must be none.
 */
export function oneOf(Base: ClientClass, servers: Servers): ClientClass {
  return class extends Base {
    private readonly address: string;

    constructor(config?: ClientConfig) {
      const address = servers.current();
      super({ ...config, connectionString: address });
      this.address = address;
    }

    override connect(...[done]: unknown[]): never {
      // A machine that is off does not refuse: the others are tried within the time for one connection.
      const timer = setTimeout(() => this.drop(), connectWithinMs / servers.count);
      const refuse = (problem: Error): void => {
        servers.passOver(this.address);
        this.drop();
        (done as Connected)(problem);
      };
      return super.connect((problem: Error | null) => {
        if (problem !== null) clearTimeout(timer);
        if (problem !== null) return refuse(problem);
        isInRecovery(this)
          .finally(() => clearTimeout(timer))
          .then((is) => (is ? refuse(new StandbyServer()) : (done as Connected)(null)), refuse);
      }) as never;
    }
  };
}

/** Nothing is read from it either: it may be a restore that goes on. */
export class StandbyServer extends Error {
  override name = 'StandbyServer';

  constructor() {
    super('The server is in recovery: a standby, or a restore that goes on.');
  }
}

/** Before version 14, and behind some poolers, the greeting does not say it. */
async function isInRecovery(client: WatchedClient): Promise<boolean> {
  if (client.isStandby !== null) return client.isStandby;
  const asked: Promise<{ rows: { is: boolean }[] }> = client.query('select pg_is_in_recovery() as is');
  return (await asked).rows[0]?.is !== false;
}
