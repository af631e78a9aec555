import { parseJson, refusalTexts, type Answer, type Ask, type Protocol, type Saying } from '../protocol.ts';

/** A supplier with its own contract: other paths and names, amounts in kopecks, errors with status 200. */
export const restMapped: Protocol = ({ method, path, body }) => {
  const ask = readAsk(`${method} ${path}`, parseJson(body));
  return ask === null ? null : { ask, say };
};

function readAsk(operation: string, body: unknown): Ask | null {
  if (typeof body !== 'object' || body === null) return null;
  const { orderRef, amountKopecks, cardNumber } = body as Record<string, unknown>;
  if (typeof orderRef !== 'string' || orderRef === '') return null;
  switch (operation) {
    case 'POST /v2/cards':
      return typeof amountKopecks === 'number' && amountKopecks > 0
        ? { kind: 'issue', requestId: orderRef, roubles: amountKopecks / 100 }
        : null;
    case 'POST /v2/cards/activation':
      return typeof cardNumber === 'string' && cardNumber !== ''
        ? { kind: 'activate', requestId: orderRef, code: cardNumber }
        : null;
    default:
      return null;
  }
}

function say(saying: Saying): Answer {
  switch (saying.is) {
    case 'issued':
      return json({
        ok: true,
        orderRef: saying.requestId,
        card: {
          number: saying.code,
          secret: saying.pin,
          amountKopecks: Math.round(saying.roubles * 100),
          validThru: saying.expireAt.slice(0, 10).split('-').toReversed().join('.'),
        },
      });
    case 'activated':
      return json({ ok: true });
    case 'refused':
      return json({ ok: false, reason: saying.why.toUpperCase(), message: refusalTexts[saying.why] });
  }
}

const json = (body: object): Answer => ({
  status: 200,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(body),
});
