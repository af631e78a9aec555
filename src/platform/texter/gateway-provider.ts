/** Any HTTP gateway; its settings define the call and the meaning of its answers. */
import { fillTemplate, fillText, type TemplateValues } from '../values/fill-template.ts';
import type { HttpCall, HttpOutcome } from '../network/http-call.ts';
import type { HttpClient } from '../network/http-client.ts';
import { comparable, parseJson, valueAt } from '../values/json.ts';
import type { GatewaySettings } from './gateway-settings.ts';
import { createOutage } from './outage.ts';
import { createPace } from './pace.ts';
import { countParts } from './split-text.ts';
import type { OutgoingText, TextOutcome, TextProvider } from './text-provider.ts';

const maxAnswerBytes = 65_536;
/** How long a gateway may postpone one text before the text fails. */
const busyLimitMs = 30_000;

type GatewayReading = TextOutcome | { is: 'busy' };

export function createGatewayProvider(settings: GatewaySettings, http: HttpClient): TextProvider {
  const pace = createPace(settings.perSecond);
  const outage = createOutage();

  async function send(text: OutgoingText): Promise<TextOutcome> {
    if (!outage.isOver()) return { is: 'failed', details: 'gateway not reached' };
    const call = callOf(settings, text);
    const deadline = performance.now() + busyLimitMs;
    for (;;) {
      await pace.turn();
      const outcome = await http.send({ ...call, purpose: 'gateways' });
      const reading = read(settings, text, outcome);
      if (reading.is !== 'busy') {
        outage.judge(reading, { isUnreached: outcome.is === 'failed' && !outcome.sent });
        pace.speedUp();
        return reading;
      }
      pace.slowDown();
      if (performance.now() > deadline) return { is: 'failed', details: 'gateway busy' };
    }
  }

  return {
    name: settings.name,
    get window() {
      return outage.window(settings.window);
    },
    isUp: () => outage.isOver(),
    send,
    // Its receipts arrive at a route of the platform, see http/text-receipts.
    receive: () => {},
    close: () => Promise.resolve(),
  };
}

function callOf(settings: GatewaySettings, { to, text, reference }: OutgoingText): HttpCall {
  const { method, form, body } = settings;
  const values: TemplateValues = { to, text, reference };
  const hasBody = body !== undefined && method !== 'GET';
  const type = form === 'json' ? 'application/json' : 'application/x-www-form-urlencoded';
  return {
    method,
    url: fillText(settings.url, values, encodeURIComponent),
    headers: {
      accept: 'application/json',
      // The other side may close a kept connection at the moment of the call, and then it would be unknown whether the
      // text was sent.
      connection: 'close',
      ...(hasBody && { 'content-type': type }),
      ...authorisation(settings.auth),
      ...Object.fromEntries(
        Object.entries(settings.headers).map(([name, value]) => [name.toLowerCase(), value]),
      ),
    },
    ...(hasBody && { body: bodyOf(form, body, values) }),
    timeoutMs: settings.timeoutMs,
    maxBytes: maxAnswerBytes,
  };
}

function bodyOf(form: GatewaySettings['form'], body: object, values: TemplateValues): string {
  const filled = fillTemplate(body, values) as Record<string, unknown>;
  if (form === 'json') return JSON.stringify(filled);
  const pairs = Object.entries(filled).map(([name, value]) => [
    name,
    comparable(value) ?? JSON.stringify(value),
  ]);
  return new URLSearchParams(pairs).toString();
}

function authorisation(auth: GatewaySettings['auth']): Record<string, string> {
  switch (auth?.kind) {
    case undefined:
      return {};
    case 'bearer':
      return { authorization: `Bearer ${auth.token}` };
    case 'basic':
      return {
        authorization: `Basic ${Buffer.from(`${auth.user}:${auth.password}`).toString('base64')}`,
      };
  }
}

/** Statuses that prove that the call was refused before anything was done. */
const clearlyRefused = new Set([401, 402, 403, 404, 405]);
const tooMany = 429;

/** Only a certain answer is a refusal: a text that may have been sent must not be sent again. */
function read(settings: GatewaySettings, { text }: OutgoingText, outcome: HttpOutcome): GatewayReading {
  const taken = { provider: settings.name, messageIds: [], parts: countParts(text) };
  if (outcome.is === 'failed') {
    return outcome.sent
      ? { is: 'unclear', details: `no answer of the gateway: ${outcome.problem}`, ...taken }
      : { is: 'failed', details: `gateway: ${outcome.problem}` };
  }
  const { status } = outcome;
  const body = parseJson(outcome.head.toString('utf8'));
  const details = `gateway answered ${status}`;
  const holds = (path: string, equals: string | undefined): boolean => {
    const found = comparable(valueAt(body, path));
    return found !== null && (equals === undefined || found === equals);
  };
  const rule = settings.refusals.find(
    (one) => (one.status ?? status) === status && (one.path === undefined || holds(one.path, one.equals)),
  );
  if (rule?.why === 'busy' || (rule === undefined && status === tooMany)) return { is: 'busy' };
  if (rule?.why === 'number') return { is: 'refused', details };
  if (rule !== undefined || clearlyRefused.has(status)) return { is: 'failed', details };
  const { statuses, when, id } = settings.sent;
  if (!statuses.includes(status) || !when.every(({ path, equals }) => holds(path, equals))) {
    return { is: 'unclear', details, ...taken };
  }
  const messageId = id === undefined ? null : comparable(valueAt(body, id));
  // A gateway names a text as a whole, so its one receipt covers all parts.
  return { is: 'sent', ...taken, messageIds: messageId === null ? [] : [messageId], parts: 1 };
}
