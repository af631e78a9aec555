/** Receives letters and texts, in its own process. */
import { startTool } from '../world/tool-process.ts';

export interface MessageArrival {
  /** The recipient: an e-mail address or a phone. */
  to: string;
  /** Milliseconds since the epoch. */
  atMs: number;
}

export interface MessageSinkAsks {
  /** Ports of a mail server and an SMS provider that accept everything at once. */
  listen: { ask: null; answer: { smtpPort: number; smppPort: number } };
  /** Letters or parts of texts received since the last call. */
  arrivals: { ask: null; answer: MessageArrival[] };
}

export interface MessageSinks {
  smtpUrl: string;
  smtpPort: number;
  smppPort: number;
  arrivals(): Promise<MessageArrival[]>;
  stop(): Promise<void>;
}

export async function startMessageSinks(): Promise<MessageSinks> {
  const tool = startTool<MessageSinkAsks>('bench/receivers/message-sink-process.ts');
  const { smtpPort, smppPort } = await tool.ask('listen', null);
  return {
    smtpUrl: `smtp://127.0.0.1:${smtpPort}`,
    smtpPort,
    smppPort,
    arrivals: () => tool.ask('arrivals', null),
    stop: () => tool.stop(),
  };
}
