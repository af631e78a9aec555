/**
 * Timeouts between the platform and its database. A network cut, a frozen or a killed process must not delay orders of
 * others for more than ten seconds; together these limits stay below that.
 */
export interface SessionLimits {
  /** The server cancels a statement that takes longer. */
  statementMs: number;
  /** The server refuses a statement that waits longer for a locked row. */
  lockMs: number;
  /** The server ends a transaction that is idle for longer between two statements and releases its locks. */
  idleInTransactionMs: number;
}

/** For processes that serve or work: clients and queues wait for them. */
export const serviceLimits: SessionLimits = {
  statementMs: 5000,
  lockMs: 2000,
  idleInTransactionMs: 4000,
};

/** For the pages of people: whoever waits longer presses again. */
export const pageLimits: SessionLimits = { ...serviceLimits, statementMs: 3000 };

/** For a command at a shell, for which one person waits. Longer work calls `allowTime`. */
export const commandLimits: SessionLimits = {
  statementMs: 30_000,
  lockMs: 30_000,
  idleInTransactionMs: 5000,
};

/** If the server is silent for this long after it should have ended a statement, the connection is closed. */
export const silenceReserveMs = 1000;

/** To get a connection, from the pool or a new one. */
export const connectWithinMs = 4000;

/** Idle connections are probed by TCP keep-alive after this time, on our side. */
export const keepAliveAfterMs = 5000;

/** How the server notices that we are gone; ignored on a local socket, where the kernel reports it at once. */
const goneSettings = {
  tcp_keepalives_idle: '5',
  tcp_keepalives_interval: '2',
  tcp_keepalives_count: '3',
  // TCP user timeout in milliseconds, for answers that are not acknowledged.
  tcp_user_timeout: '10000',
  // How often the server checks, while a statement runs, that the client is still connected.
  client_connection_check_interval: '2000',
};

/** Compiling a statement costs more than any of ours gains by it. */
const planSettings = { jit: 'off' };

/**
 * For connections whose statements are few and find rows by their keys: each is planned once, not five times. A plan that was made while tables
 * were empty would read the whole of them until they are analysed.
 */
const planOnceSettings = { plan_cache_mode: 'force_generic_plan', enable_seqscan: 'off' };

const limitSettings = (limits: SessionLimits): Record<string, string> => ({
  statement_timeout: String(limits.statementMs),
  lock_timeout: String(limits.lockMs),
  idle_in_transaction_session_timeout: String(limits.idleInTransactionMs),
});

/**
 * Settings for the start of a session: its limits, and how statements are planned; `given` are options from the URL of the database, which come last and take
 * precedence.
 */
export function startOptions(limits: SessionLimits, given: string | null, planOnce = false): string {
  const planned = { ...planSettings, ...(planOnce && planOnceSettings) };
  const settings = Object.entries({ ...goneSettings, ...planned, ...limitSettings(limits) });
  const ours = settings.map(([name, value]) => `-c ${name}=${value}`).join(' ');
  return given === null ? ours : `${ours} ${given}`;
}

/** For one transaction; sets only what is given. */
export const localSettings = (limits: SessionLimits): string =>
  Object.entries(limitSettings(limits))
    .map(([name, value]) => `set local ${name} = ${value}`)
    .join('; ');
