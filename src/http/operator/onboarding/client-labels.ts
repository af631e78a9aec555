/** What the board of new clients says. */
import type { ClientStep } from '../../../acts/onboarding/client-steps.ts';
import type { Language } from '../../../platform/text/language.ts';

const ru = {
  title: 'Подключение',
  lead: 'Кто на каком шаге и кого ждёт. Шаги выводятся из фактов: изменилась настройка — её шаг снова открыт.',
  clients: 'Клиенты',
  empty: 'Сейчас никто не подключается. Новый клиент начинает с тестовых заказов и идёт по шагам.',
  client: 'Клиент',
  actors: { client: 'клиент', operator: 'оператор' },
  progress: 'Пройдено',
  of: (done: number, all: number) => `${done} из ${all}`,
  steps: 'Подключение',
  since: 'На этом шаге с',
  todo: {
    invitation: 'Пригласите владельца в разделе «Люди клиента».',
    contract: 'Проверьте данные договора и согласуйте их.',
    live: 'Включите настоящие заказы.',
  } as Partial<Record<ClientStep, string>>,
  contract: 'Данные договора',
  fields: {
    legalName: 'Полное название',
    taxId: 'ИНН',
    address: 'Юридический адрес',
    contactName: 'Контактное лицо',
    contactPhone: 'Телефон',
    contactMail: 'Почта для документов',
  },
  filled: 'Заполнено',
  acceptedAt: 'Согласовано',
  acceptLead: 'Проверьте данные и заведите договор. Если клиент их изменит, шаг откроется снова.',
  accept: 'Согласовать',
  accepted: 'Данные договора согласованы.',
  changed: 'Клиент изменил данные: посмотрите их ещё раз.',
  goLive: 'Включить настоящие заказы',
  goLiveLead: 'Все шаги пройдены. Заказы станут настоящими: коды выпускаются, деньги списываются.',
  live: 'Клиент работает: заказы настоящие.',
  waitsForSecond: (approval: number) => `Ждёт второго человека: решение № ${approval}.`,
  liveBefore: 'Клиент уже работает.',
  notReady: (step: string) => `Сначала: ${step}.`,
};

export type ClientWayLabels = typeof ru;

const en: ClientWayLabels = {
  title: 'Onboarding',
  lead: 'Who is at which step, and for whom it waits. Steps follow from the facts: a changed setting opens its step again.',
  clients: 'Clients',
  empty: 'Nobody is being onboarded. A new client begins with test orders and goes step by step.',
  client: 'Client',
  actors: { client: 'client', operator: 'operator' },
  progress: 'Done',
  of: (done, all) => `${done} of ${all}`,
  steps: 'Onboarding',
  since: 'In this step since',
  todo: {
    invitation: 'Invite the owner under “People of the client”.',
    contract: 'Check the data of the contract and agree to it.',
    live: 'Switch on real orders.',
  },
  contract: 'Data of the contract',
  fields: {
    legalName: 'Full name',
    taxId: 'Tax number',
    address: 'Registered address',
    contactName: 'Contact person',
    contactPhone: 'Phone',
    contactMail: 'E-mail for documents',
  },
  filled: 'Filled in',
  acceptedAt: 'Agreed',
  acceptLead: 'Check the data and make the contract. If the client changes it, the step opens again.',
  accept: 'Agree',
  accepted: 'The data of the contract is agreed.',
  changed: 'The client has changed the data: look at it again.',
  goLive: 'Switch on real orders',
  goLiveLead: 'All steps are done. Orders become real: codes are issued and money is taken.',
  live: 'The client is live: its orders are real.',
  waitsForSecond: (approval) => `Waits for another person: approval ${approval}.`,
  liveBefore: 'The client is live already.',
  notReady: (step) => `First: ${step}.`,
};

export const clientWayLabels: Record<Language, ClientWayLabels> = { ru, en };
