import type { CallbackFormat } from '../../src/clients/client.ts';

export interface DemoClient {
  name: string;
  registeredAt: Date;
  delayedMode: boolean;
  callbackFormat: CallbackFormat;
  topUpRoubles: number;
}

/** The first has money for weeks of orders; the second is an old customer with legacy rights and a small balance. */
export const demoClients: DemoClient[] = [
  {
    name: 'Бонусный клуб «Снегирь на рябине»',
    registeredAt: new Date('2024-03-12T10:30:00+03:00'),
    delayedMode: false,
    callbackFormat: 'form',
    topUpRoubles: 50_000_000,
  },
  {
    name: 'Кадровый портал «Добрый понедельник»',
    registeredAt: new Date('2021-05-17T14:05:00+03:00'),
    delayedMode: true,
    callbackFormat: 'json',
    topUpRoubles: 25_000,
  },
];
