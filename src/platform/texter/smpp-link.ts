import { smpp, smppStatus, type SmppPdu, type SmppSession } from './smpp-package.ts';
import type { SmppSettings } from './provider-settings.ts';
import { submitPdu, type Submission } from './submit-sm.ts';

/** The result of one submission. `unanswered`: it may have arrived. `unsent`: it certainly has not. */
export type Submitted =
  | { is: 'answered'; status: number; messageId: string }
  | { is: 'unanswered' }
  | { is: 'unsent' };

/** An SMPP connection that is opened on first use and reopened when it breaks. */
export interface SmppLink {
  isUp(): boolean;
  /** Why the last attempt to connect failed. */
  problem(): string;
  /** Opens it if necessary; true once bound, false if it is known to be unavailable. */
  ready(): Promise<boolean>;
  submit(submission: Submission): Promise<Submitted>;
  close(): Promise<void>;
}

export interface SmppTimes {
  /** From the first packet to the accepted bind. */
  connectMs: number;
  /** How long to wait for the answer to a submission. */
  answerMs: number;
  enquireEveryMs: number;
  enquireAnswerMs: number;
  firstRestMs: number;
  longestRestMs: number;
}

export const usualTimes: SmppTimes = {
  connectMs: 10_000,
  answerMs: 30_000,
  enquireEveryMs: 30_000,
  enquireAnswerMs: 10_000,
  firstRestMs: 500,
  longestRestMs: 30_000,
};

/** A connection that broke sooner counts as a failed attempt, so the next pause is longer. */
const lastedMs = 10_000;
const interfaceVersion = 0x34;
const temporaryProblem = 0x64;

interface Bound {
  session: SmppSession;
  pending: Set<(outcome: Submitted) => void>;
  since: number;
}

/** `onMessage` returns whether an incoming message was stored; if not, the provider repeats it. */
export function openSmppLink(
  settings: SmppSettings,
  times: SmppTimes,
  onMessage: (pdu: SmppPdu) => Promise<boolean>,
): SmppLink {
  let bound: Bound | null = null;
  let connecting: Promise<boolean> | null = null;
  let rest: NodeJS.Timeout | null = null;
  let failures = 0;
  const closing = new AbortController();
  let problem = '';

  function connect(): Promise<boolean> {
    rest = null;
    connecting = dial(settings, times, { onBound: begin, closing: closing.signal }).then((trouble) => {
      connecting = null;
      problem = trouble ?? '';
      if (bound === null) restThenConnect();
      return bound !== null;
    });
    return connecting;
  }

  /** Directly after the bind is accepted: a receipt may follow in the same packet. */
  function begin(session: SmppSession): void {
    const mine: Bound = { session, pending: new Set(), since: performance.now() };
    bound = mine;
    keepAlive(session, times);
    session.once('close', () => {
      if (bound === mine) bound = null;
      for (const resolve of mine.pending) resolve({ is: 'unanswered' });
      if (performance.now() - mine.since > lastedMs) failures = 0;
      if (connecting === null) restThenConnect();
    });
    session.on('pdu', (pdu: SmppPdu) => void hear(session, pdu));
  }

  function restThenConnect(): void {
    if (closing.signal.aborted || rest !== null) return;
    const restMs = Math.min(times.longestRestMs, times.firstRestMs * 2 ** failures);
    failures += 1;
    rest = setTimeout(() => void connect(), restMs);
    rest.unref();
  }

  async function hear(session: SmppSession, pdu: SmppPdu): Promise<void> {
    if (pdu.isResponse()) return;
    switch (pdu.command) {
      case 'deliver_sm':
      case 'data_sm':
        session.send(pdu.response({ command_status: (await onMessage(pdu)) ? 0 : temporaryProblem }));
        return;
      case 'unbind':
        session.send(pdu.response());
        session.destroy();
        return;
      case 'enquire_link':
      case 'unknown':
        session.send(pdu.response());
        return;
      default:
    }
  }

  return {
    isUp: () => bound !== null || (rest === null && failures === 0),
    problem: () => problem,
    ready() {
      if (closing.signal.aborted) return Promise.resolve(false);
      if (bound !== null) return Promise.resolve(true);
      // After a break the state is known, so a text does not wait for the next attempt.
      if (failures > 0) return Promise.resolve(false);
      return connecting ?? connect();
    },
    submit(submission) {
      const mine = bound;
      if (mine === null || !mine.session.socket.writable) return Promise.resolve({ is: 'unsent' });
      return new Promise((resolve) => {
        const end = (outcome: Submitted): void => {
          clearTimeout(timer);
          mine.pending.delete(end);
          resolve(outcome);
        };
        const timer = setTimeout(() => end({ is: 'unanswered' }), times.answerMs);
        mine.pending.add(end);
        gatherWrites(mine.session);
        const isWritten = mine.session.send(submitPdu(submission), (pdu) =>
          end({ is: 'answered', status: pdu.command_status, messageId: pdu.message_id ?? '' }),
        );
        if (!isWritten) end({ is: 'unsent' });
      });
    },
    async close() {
      closing.abort();
      if (rest !== null) clearTimeout(rest);
      await connecting;
      if (bound !== null) await hangUp(bound.session, times.enquireAnswerMs);
    },
  };
}

/** Submissions that are made at the same moment leave in one packet. */
function gatherWrites({ socket }: SmppSession): void {
  if (socket.writableCorked > 0) return;
  socket.cork();
  process.nextTick(() => socket.uncork());
}

/** Connects and binds; returns what went wrong. */
function dial(
  settings: SmppSettings,
  times: SmppTimes,
  { onBound, closing }: { onBound: (session: SmppSession) => void; closing: AbortSignal },
): Promise<string | null> {
  const { host, port, tls, systemId, password, systemType } = settings;
  const session = smpp.connect({ host, port, tls });
  let trouble = 'not reached';
  return new Promise((resolve) => {
    const timer = setTimeout(() => session.destroy(), times.connectMs);
    const giveUp = (): void => session.destroy();
    closing.addEventListener('abort', giveUp);
    // Any error of a connection or its data ends it; its `close` event does the rest.
    session.on('error', () => session.destroy());
    session.once('close', () => {
      clearTimeout(timer);
      closing.removeEventListener('abort', giveUp);
      resolve(trouble);
    });
    session.once(tls ? 'secureConnect' : 'connect', () => {
      // What leaves in one packet is gathered here; it must not wait for the answer to the packet before.
      session.socket.setNoDelay();
      const identity = { system_id: systemId, password, system_type: systemType };
      trouble = 'no answer to the sign-in';
      session.bind_transceiver({ ...identity, interface_version: interfaceVersion }, (pdu) => {
        clearTimeout(timer);
        closing.removeEventListener('abort', giveUp);
        if (pdu.command_status === 0) {
          onBound(session);
          resolve(null);
        } else {
          trouble = `sign-in refused, ${smppStatus(pdu.command_status)}`;
          session.destroy();
        }
      });
    });
  });
}

/** A silent connection is closed, so that a new one replaces it. */
function keepAlive(session: SmppSession, times: SmppTimes): void {
  let answer: NodeJS.Timeout | undefined;
  const heart = setInterval(() => {
    // Counted from the first enquiry without an answer: later ones give no more time.
    answer ??= setTimeout(() => session.destroy(), times.enquireAnswerMs);
    session.enquire_link(() => {
      clearTimeout(answer);
      answer = undefined;
    });
  }, times.enquireEveryMs);
  heart.unref();
  session.once('close', () => {
    clearInterval(heart);
    clearTimeout(answer);
  });
}

function hangUp(session: SmppSession, patienceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => session.destroy(), patienceMs);
    session.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
    if (!session.unbind(() => session.destroy())) session.destroy();
  });
}
