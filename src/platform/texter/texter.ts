import type { HttpClient } from '../network/http-client.ts';
import { createGatewayProvider } from './gateway-provider.ts';
import type { ProviderSettings } from './provider-settings.ts';
import type { SmppTimes } from './smpp-link.ts';
import { createSmppProvider } from './smpp-provider.ts';
import type { KeepReceipts, OutgoingText, TextOutcome, TextProvider } from './text-provider.ts';

/** Sends texts to phones. Never throws because of a provider. */
export interface Texter {
  send(text: OutgoingText): Promise<TextOutcome>;
  /** How many texts may be in flight at once; one if no provider is known to be reachable. */
  capacity(): number;
  /** False while every provider is known to be unreachable; each checks by itself when it is back. */
  isUp(): boolean;
  /** Starts accepting receipts, which arrive over the same connections. */
  receive(keep: KeepReceipts): void;
  close(): Promise<void>;
}

export interface TexterSettings {
  primary: ProviderSettings | null;
  /** Takes texts that the first one certainly did not take. */
  fallback: ProviderSettings | null;
}

/** Each provider tries a text once, not counting busy answers: this is the longest total time. */
export const textTimeoutMs = 300_000;

const capacityWithoutProvider = 1;

export function createTexter(
  { primary, fallback }: TexterSettings,
  http: HttpClient,
  times?: SmppTimes,
): Texter {
  const providers = [primary, fallback]
    .filter((settings) => settings !== null)
    .map((settings) =>
      settings.kind === 'smpp' ? createSmppProvider(settings, times) : createGatewayProvider(settings, http),
    );
  return {
    send: (text) => sendByFirst(providers, text),
    capacity: () => providers.find((provider) => provider.isUp())?.window ?? capacityWithoutProvider,
    isUp: () => providers.length === 0 || providers.some((provider) => provider.isUp()),
    receive(keep) {
      for (const provider of providers) provider.receive(keep);
    },
    async close() {
      await Promise.all(providers.map((provider) => provider.close()));
    },
  };
}

/** The next provider gets the text only if those before it certainly did not take it. */
async function sendByFirst(providers: TextProvider[], text: OutgoingText): Promise<TextOutcome> {
  if (!/^\d{5,15}$/.test(text.to)) return { is: 'refused', details: 'not a phone number' };
  const troubles: (TextOutcome & { details: string })[] = [];
  for (const provider of providers) {
    const outcome = await provider.send(text);
    if (outcome.is === 'sent' || outcome.is === 'unclear') return outcome;
    troubles.push(outcome);
  }
  if (troubles.length === 0) return { is: 'failed', details: 'no SMS provider is set' };
  const details = troubles.map((trouble) => trouble.details).join('; ');
  return { is: troubles.every(({ is }) => is === 'refused') ? 'refused' : 'failed', details };
}
