/** A letter whose recipient was refused ends within seconds, whatever the mail server does then. */
// oxlint-disable no-underscore-dangle -- the library calls its own parts so.
import SMTPConnection from 'nodemailer/lib/smtp-connection';

type Done = (problem: Error | null, response?: object) => void;

/** A connection of the library; `_envelopeError`: why nobody gets the letter. */
interface Conversation {
  _envelope: { pipelined?: boolean; rcptQueue: unknown[]; accepted: unknown[] };
  /** Recipients whose answer is to come. */
  _recipientQueue: unknown[];
  _closing: boolean;
  _destroyed: boolean;
  _envelopeError: (reply: string) => Error | null;
  _actionRCPT: (this: Conversation, reply: string, done: Done) => void;
  _actionDATA: (this: Conversation, reply: string, done: Done) => void;
  close: () => void;
}

/** For the answer to DATA and, of a server that takes it, to the end of an empty letter. */
const answerMs = 3000;

/**
 * With PIPELINING recipients and DATA are sent together, so the library waits for the answer to DATA even when nobody is left to get the
 * letter, for as long as a server may be silent. Some servers take DATA then and never answer. The connection is closed
 * after a moment instead, and the letter ends with the refusal. Has an effect on all connections of the process, once.
 */
export function endRefusedSoon(): void {
  const conversation = SMTPConnection.prototype as unknown as Conversation;
  const { _actionRCPT: hearRecipient, _actionDATA: hearData } = conversation;
  if (ours.has(hearData)) return;
  const waiting = new WeakMap<Conversation, NodeJS.Timeout>();

  conversation._actionRCPT = function heard(this: Conversation, reply, done) {
    hearRecipient.call(this, reply, done);
    if (!isRefusedByAll(this)) return;
    const end = (): void => {
      if (this._closing || this._destroyed) return;
      const refusal = this._envelopeError(reply);
      this.close();
      done(refusal);
    };
    waiting.set(this, setTimeout(end, answerMs));
  };
  conversation._actionDATA = function heard(this: Conversation, reply, done) {
    hearData.call(this, reply, (problem, response) => {
      clearTimeout(waiting.get(this));
      done(problem, response);
    });
  };
  ours.add(conversation._actionDATA);
}

const isRefusedByAll = ({ _envelope: envelope, _recipientQueue: awaited }: Conversation): boolean =>
  envelope.pipelined === true &&
  awaited.length === 0 &&
  envelope.rcptQueue.length === 0 &&
  envelope.accepted.length === 0;

const ours = new WeakSet<Conversation['_actionDATA']>();
