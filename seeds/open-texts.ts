import { join } from 'node:path';
import { startSmppPeer } from '../simulators/sms/smpp-peer.ts';
import { startSmsGateway } from '../simulators/sms/sms-gateway.ts';
import type { DemoTexts } from '../simulators/sms/sms-routes.ts';
import { createTextInbox } from '../simulators/sms/text-inbox.ts';
import type { Clock } from '../src/platform/time/clock.ts';
import type { Config } from '../src/platform/settings/config.ts';
import { gatewaySettings } from '../src/platform/texter/gateway-settings.ts';
import { readProvider } from '../src/platform/texter/provider-settings.ts';

/** The phones of the demo, and its two SMS providers. */
export interface DemoPhones {
  texts: DemoTexts;
  /** The settings, with missing ones filled in. */
  settings: Pick<Config, 'sms'>;
  /** For demo.json. */
  facts: { inbox: string; smpp_url: string; gateway_url: string };
  close(): Promise<void>;
}

/** A short delay, so that the receipt is seen after its text. */
const receiptDelayMs = 2000;

export async function openTexts(
  config: Pick<Config, 'dataFolder' | 'baseUrl' | 'sms'>,
  clock: Clock,
): Promise<DemoPhones> {
  const inbox = createTextInbox({ folder: join(config.dataFolder, 'texts'), clock });
  const smpp = await startSmppPeer({ inbox, receiptDelayMs });
  const gateway = await startSmsGateway({
    inbox,
    receiptDelayMs,
    receiptsAddress: (token) => `${config.baseUrl}/sms/receipts/${token}`,
  });
  const own = {
    primary: readProvider('FACEVALUE_SMS_PRIMARY', smpp.url),
    fallback: gatewaySettings.parse(gateway.settings),
  };
  return {
    texts: { inbox, modes: { smpp: smpp.mode, gateway: gateway.mode } },
    settings: { sms: config.sms.primary === null ? own : config.sms },
    facts: { inbox: `${config.baseUrl}/demo/sms`, smpp_url: smpp.url, gateway_url: gateway.url },
    async close() {
      await Promise.all([smpp.close(), gateway.close()]);
    },
  };
}
