import { smpp, type SmppPdu, type SmppSession } from '../../src/platform/texter/smpp-package.ts';
import { createMode, type ProviderMode, type Mode } from './provider-mode.ts';
import type { NewPiece, TextInbox } from './text-inbox.ts';

/** A simulated SMPP 3.4 provider: accepts binds and texts, joins long ones and sends receipts. */
export interface SmppPeer {
  /** For FACEVALUE_SMS_PRIMARY. */
  url: string;
  port: number;
  mode: ProviderMode;
  /** Submitted parts, accepted or not. */
  submitted(): number;
  bound(): number;
  /** Connections that have ever been bound, and how often they were asked whether they are alive. */
  binds(): number;
  enquiries(): number;
  /** Breaks every connection, like a restart of the provider. */
  dropConnections(): void;
  /** Keeps all open connections, and sends nothing over them any more. */
  deafen(): void;
  close(): Promise<void>;
}

export interface SmppPeerOptions {
  inbox: TextInbox;
  /** 0: any free port. */
  port?: number;
  receiptDelayMs?: number;
  password?: string;
  /** Key and certificate; if given, only TLS is accepted. */
  identity?: string;
}

const systemId = 'facevalue';
const repeatMs = 500;
const receiptClass = 0x04;
const { ESME_RTHROTTLED, ESME_RSUBMITFAIL, ESME_RINVDSTADR, ESME_RBINDFAIL, ESME_RINVPASWD } = smpp.errors;

const statusByMode: Partial<Record<Mode, number | undefined>> = {
  throttle: ESME_RTHROTTLED,
  refuse: ESME_RSUBMITFAIL,
  'bad-number': ESME_RINVDSTADR,
};

interface Receipt {
  textId: string;
  messageId: string;
  to: string;
  from: string;
  report: 'delivered' | 'undelivered';
}

export async function startSmppPeer({
  inbox,
  port = 0,
  receiptDelayMs = 0,
  password = 'demo',
  identity,
}: SmppPeerOptions): Promise<SmppPeer> {
  const mode = createMode();
  const sessions = new Set<SmppSession>();
  const open = new Set<SmppSession>();
  const timers = new Set<NodeJS.Timeout>();
  const waiting: Receipt[] = [];
  const unanswered = new Map<Receipt, SmppSession>();
  let submitted = 0;
  let binds = 0;
  let enquiries = 0;

  function later(work: () => void, delayMs: number): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, delayMs);
    timers.add(timer);
  }

  /** A receipt that was not acknowledged is kept until a client binds. */
  function giveReceipt(receipt: Receipt): void {
    const [session] = sessions;
    if (session === undefined) {
      waiting.push(receipt);
      return;
    }
    unanswered.set(receipt, session);
    session.deliver_sm(receiptFields(receipt), ({ command_status: status }) => {
      unanswered.delete(receipt);
      if (status === 0) inbox.noteReceipt(receipt.textId, receipt.report);
      else later(() => giveReceipt(receipt), repeatMs);
    });
  }

  function takeBack(gone: SmppSession): void {
    const lost = [...unanswered].filter(([, session]) => session === gone).map(([receipt]) => receipt);
    for (const receipt of lost) unanswered.delete(receipt);
    for (const receipt of lost) giveReceipt(receipt);
  }

  function bind(session: SmppSession, pdu: SmppPdu): void {
    const isKnown = pdu.system_id === systemId && pdu.password === password;
    const status = mode.get() === 'down' ? ESME_RBINDFAIL : isKnown ? 0 : ESME_RINVPASWD;
    session.send(pdu.response({ command_status: status, system_id: 'demo' }));
    if (status !== 0) return;
    sessions.add(session);
    binds += 1;
    for (const receipt of waiting.splice(0)) giveReceipt(receipt);
  }

  function take(session: SmppSession, pdu: SmppPdu): void {
    submitted += 1;
    const met = mode.next();
    const status = statusByMode[met];
    if (status !== undefined) {
      session.send(pdu.response({ command_status: status }));
      return;
    }
    const piece = pieceOf(pdu);
    const text = inbox.take(piece);
    if (met === 'cut') {
      session.destroy();
      return;
    }
    const messageId = `${text.id}-${piece.part}`;
    session.send(pdu.response({ message_id: messageId }));
    if (met === 'no-receipt' || pdu.registered_delivery !== 1) return;
    const report = met === 'undelivered' ? 'undelivered' : 'delivered';
    later(
      () => giveReceipt({ textId: text.id, messageId, to: text.to, from: text.from, report }),
      receiptDelayMs,
    );
  }

  const server = smpp.createServer(
    identity === undefined ? {} : { key: identity, cert: identity },
    (session) => {
      open.add(session);
      session.on('error', () => session.destroy());
      session.on('close', () => {
        open.delete(session);
        sessions.delete(session);
        takeBack(session);
      });
      session.on('bind_transceiver', (pdu: SmppPdu) => bind(session, pdu));
      session.on('submit_sm', (pdu: SmppPdu) => take(session, pdu));
      session.on('enquire_link', (pdu: SmppPdu) => {
        enquiries += 1;
        session.send(pdu.response());
      });
      session.on('unbind', (pdu: SmppPdu) => session.send(pdu.response()));
    },
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const listening = server.address().port;
  const dropConnections = (): void => {
    for (const session of open) session.destroy();
  };

  return {
    url: `${identity === undefined ? 'smpp' : 'smpps'}://${systemId}:${password}@127.0.0.1:${listening}?from=Facevalue`,
    port: listening,
    mode: {
      ...mode,
      set(wanted) {
        mode.set(wanted);
        if (wanted === 'down') dropConnections();
      },
    },
    submitted: () => submitted,
    bound: () => sessions.size,
    binds: () => binds,
    enquiries: () => enquiries,
    dropConnections,
    deafen() {
      for (const session of open) session.removeAllListeners('enquire_link');
    },
    async close() {
      for (const timer of timers) clearTimeout(timer);
      dropConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** Parses a submitted part as a phone network does, with its header if it has one. */
function pieceOf(pdu: SmppPdu): NewPiece {
  const content = pdu.short_message;
  const [message, udh] =
    content === undefined || Buffer.isBuffer(content) ? ['', undefined] : [content.message, content.udh];
  const header = udh?.find((element) => element[0] === 0);
  const [reference = 0, parts = 1, part = 1] = header === undefined ? [] : [...header.subarray(2)];
  const [from, to] = [pdu.source_addr ?? '', pdu.destination_addr ?? ''];
  return {
    provider: 'smpp',
    from,
    to,
    coding: pdu.data_coding === 8 ? 'UCS-2' : 'GSM',
    text: String(message),
    part,
    parts,
    // A text of one part belongs to no other.
    thread: parts === 1 ? '' : `${from}:${to}:${reference}:${parts}`,
  };
}

function receiptFields({ messageId, to, from, report }: Receipt): object {
  const state = report === 'delivered' ? 'DELIVRD' : 'UNDELIV';
  const dates = 'submit date:2611211200 done date:2611211200';
  const text = `id:${messageId} sub:001 dlvrd:${report === 'delivered' ? '001' : '000'} ${dates} stat:${state} err:000 text:`;
  return {
    source_addr: to,
    destination_addr: from,
    esm_class: receiptClass,
    data_coding: 0,
    short_message: text,
  };
}
