import { startTool } from '../world/tool-process.ts';

export interface MessageArrival {
  /** To whom it went: an e-mail address or a phone. */
  to: string;
  /** Milliseconds of the epoch. */
  atMs: number;
}

export interface MessageSinkAsks {
  /** A mail server and a provider of texts that take everything at once; their ports. */
  listen: { ask: null; answer: { smtpPort: number; smppPort: number } };
  /** Letters, or parts of texts, that came since the last time. */
  arrivals: { ask: null; answer: MessageArrival[] };
}

export interface MessageSinks {
  smtpUrl: string;
  smtpPort: number;
  smppPort: number;
  arrivals(): Promise<MessageArrival[]>;
  stop(): Promise<void>;
}

/** Where letters and texts go, in a process of its own. */
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
