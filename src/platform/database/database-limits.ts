/**
 * How long anybody waits for anybody between the platform and its database. A cut, a frozen process or a killed one must
 * not hold up the orders of others for more than ten seconds, so each wait below has its place in that time.
 */
export interface SessionLimits {
  /** A statement that takes longer is ended by the server. */
  statementMs: number;
  /** A statement that waits longer for a row of another transaction is refused. */
  lockMs: number;
  /** A transaction that rests longer between two statements is ended by the server, and its rows are free. */
  idleInTransactionMs: number;
}

/** Whatever serves or works: clients and queues wait behind it. */
export const serviceLimits: SessionLimits = {
  statementMs: 5000,
  lockMs: 2000,
  idleInTransactionMs: 4000,
};

/** A command at a shell, which one person waits for. What takes longer still says so by `allowTime`. */
export const commandLimits: SessionLimits = {
  statementMs: 30_000,
  lockMs: 30_000,
  idleInTransactionMs: 5000,
};

/** A server that is silent for so long after it should have ended a statement is not heard any more. */
export const silenceReserveMs = 1000;

/** To get a connection, from the pool or a new one. */
export const connectWithinMs = 4000;

/** Quiet connections are probed by TCP after this time, on our side. */
export const keepAliveAfterMs = 5000;

/** How the server finds out that we are gone; ignored on a local socket, where the kernel tells at once. */
const goneSettings = {
  tcp_keepalives_idle: '5',
  tcp_keepalives_interval: '2',
  tcp_keepalives_count: '3',
  // Answers that nobody takes, in milliseconds.
  tcp_user_timeout: '10000',
  // Whether somebody still waits for a statement that runs.
  client_connection_check_interval: '2000',
};

const limitSettings = (limits: SessionLimits): Record<string, string> => ({
  statement_timeout: String(limits.statementMs),
  lock_timeout: String(limits.lockMs),
  idle_in_transaction_session_timeout: String(limits.idleInTransactionMs),
});

/** For the start of a session; `given` are options that the URL of the database brings, which come last and win. */
export function startOptions(limits: SessionLimits, given: string | null): string {
  const settings = Object.entries({ ...goneSettings, ...limitSettings(limits) });
  const ours = settings.map(([name, value]) => `-c ${name}=${value}`).join(' ');
  return given === null ? ours : `${ours} ${given}`;
}

/** For one transaction, and only what is named. */
export const localSettings = (limits: SessionLimits): string =>
  Object.entries(limitSettings(limits))
    .map(([name, value]) => `set local ${name} = ${value}`)
    .join('; ');
