import type { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';

/** Types for the parts of the package `smpp` used here, which has none. */
export interface SmppSession extends EventEmitter {
  socket: { writable: boolean; writableCorked: number; cork(): void; uncork(): void; setNoDelay(): void };
  bind_transceiver(fields: object, onAnswer: (pdu: SmppPdu) => void): boolean;
  /** Used by the benchmark's bare loop only. */
  submit_sm(fields: object, onAnswer: (pdu: SmppPdu) => void): boolean;
  enquire_link(onAnswer: (pdu: SmppPdu) => void): boolean;
  unbind(onAnswer: (pdu: SmppPdu) => void): boolean;
  deliver_sm(fields: object, onAnswer: (pdu: SmppPdu) => void): boolean;
  /** Numbers a request; returns whether the connection takes it. */
  send(pdu: OutgoingPdu, onAnswer?: (pdu: SmppPdu) => void): boolean;
  destroy(): void;
}

/** What a session sends. */
export interface OutgoingPdu {
  sequence_number: number;
  isResponse(): boolean;
  toBuffer(): Buffer;
}

export interface SmppPdu extends OutgoingPdu {
  command: string;
  command_status: number;
  message_id?: string;
  system_id?: string;
  password?: string;
  source_addr?: string;
  destination_addr?: string;
  esm_class?: number;
  data_coding?: number;
  registered_delivery?: number;
  /** Decoded on receipt; in parts if it has a user data header. */
  short_message?: Buffer | { message: string | Buffer; udh?: Buffer[] };
  /** Used instead for a long message. */
  message_payload?: Buffer | { message: string | Buffer };
  receipted_message_id?: string;
  message_state?: number;
  response(fields?: object): SmppPdu;
}

export interface SmppPackage {
  connect(options: object): SmppSession;
  createServer(options: object, onSession: (session: SmppSession) => void): SmppServer;
  errors: Record<string, number>;
  /** Built from fields, or parsed from the bytes of a whole one. */
  PDU: new (from: string | Buffer, fields?: object) => SmppPdu;
}

export interface SmppServer extends EventEmitter {
  listen(port: number, host: string, onListening: () => void): void;
  address(): { port: number };
  close(onClosed?: () => void): void;
}

export const smpp = createRequire(import.meta.url)('smpp') as SmppPackage;

const namesByStatus = new Map(Object.entries(smpp.errors).map(([name, status]) => [status, name]));

/** The name of a status as in providers' manuals. */
export const smppStatus = (status: number): string =>
  namesByStatus.get(status) ?? `status 0x${status.toString(16)}`;
