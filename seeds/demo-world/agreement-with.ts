import type { ProtocolName } from '../../simulators/supplier/start-simulator.ts';
import { wsdlOf } from '../../simulators/supplier/protocols/soap.ts';

/** The settings to call the simulator's supplier with this key over this kind of API. */
export function settingsFor(protocol: ProtocolName, simulatorUrl: string, key: string): object {
  const url = `${simulatorUrl}/${protocol}/${key}`;
  switch (protocol) {
    case 'rest':
      return { supplierUrl: url };
    case 'rest-mapped':
      return mappedSettings(url);
    case 'soap':
      return { url, wsdl: wsdlOf(url) };
    case 'json-rpc':
    case 'xml-rpc':
      return { url };
  }
}

/** This supplier answers «ok: false» with status 200 and its own error texts. */
const refusals = [
  ['NO_STOCK', 'no-stock'],
  ['LIMIT', 'limit'],
  ['BAD_FACE', 'bad-face'],
  ['BAD_CODE', 'bad-code'],
].map(([equals, why]) => ({ path: 'reason', equals, why }));
const doneWhen = [{ path: 'ok', equals: 'true' }];

const mappedSettings = (supplierUrl: string): object => ({
  supplierUrl,
  issue: {
    path: '/v2/cards',
    body: { orderRef: '{{request_id}}', amountKopecks: '{{denomination_kopecks}}' },
    success: [200],
    doneWhen,
    refusals,
    answer: {
      code: 'card.number',
      pin: 'card.secret',
      requestId: 'orderRef',
      face: 'card.amountKopecks',
      faceUnit: 'kopecks',
      expiresAt: 'card.validThru',
      dateForm: 'DD.MM.YYYY',
    },
  },
  activate: {
    path: '/v2/cards/activation',
    body: { orderRef: '{{request_id}}', cardNumber: '{{code}}' },
    success: [200],
    doneWhen,
    refusals,
  },
});
