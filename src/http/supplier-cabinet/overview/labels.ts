/** What `/s` says. */
import type { OnboardingSide } from '../../../reports/supplier-onboarding.ts';
import type { Language } from '../../../platform/text/language.ts';

const ru = {
  title: 'Обзор',
  soldToday: 'Продано сегодня',
  redeemedToday: 'Погашено сегодня',
  worth: (sum: string) => `на ${sum}`,
  monthSold: 'Продано за 30 дней',
  monthRedeemed: 'Погашено за 30 дней',
  todo: 'Требует вашего внимания',
  allGood: 'Ничего: коды есть, списки подтверждены.',
  /** The next step of an onboarding, by whose turn it is. */
  onboarding: {
    supplier: (turn) => `Подключение, ваш ход. ${turn}`,
    operator: (turn) => `Подключение, ход оператора. ${turn}`,
  } satisfies Record<OnboardingSide, (turn: string) => string>,
  low: (title: string, face: string, left: string, days: string) =>
    `«${title}», ${face}: осталось ${left}, примерно на ${days} дн.`,
  gone: (title: string, face: string) => `«${title}», ${face}: кодов не осталось, заказы не выполняются.`,
  letters: (count: string) => `Списки на активацию без подтверждения: ${count}`,
  drafts: (count: string) => `Ваши файлы с кодами ждут оператора: ${count}`,
  settlement: (month: string) => `Сверка за ${month} готова: согласитесь или укажите расхождение`,
  red: 'Финальный тест вашего API не пройден',
  chart: 'Продано и погашено по дням',
  sold: 'продано',
  soldCount: (count: string) => `продано ${count}`,
  redeemed: 'погашено',
  redeemedCount: (count: string) => `погашено ${count}`,
  stock: 'Запас кодов',
  product: 'Сертификат',
  face: 'Номинал',
  left: 'Осталось',
  pace: 'Продаётся в день',
  daysLeft: 'Хватит на дней',
  enough: 'не продаётся',
  manyDays: 'больше 365',
  empty: 'Здесь появятся продажи и погашения ваших сертификатов.',
  upload: 'Загрузить коды',
  asOf: 'Дни считаются с отставанием до нескольких минут; последний день ещё идёт.',
};

export type OverviewLabels = typeof ru;

export const overviewLabels: Record<Language, OverviewLabels> = {
  ru,
  en: {
    title: 'Overview',
    soldToday: 'Sold today',
    redeemedToday: 'Redeemed today',
    worth: (sum) => `worth ${sum}`,
    monthSold: 'Sold, last 30 days',
    monthRedeemed: 'Redeemed, last 30 days',
    todo: 'Needs your attention',
    allGood: 'Nothing: there are codes, and all lists are confirmed.',
    onboarding: {
      supplier: (turn) => `Onboarding, your turn. ${turn}`,
      operator: (turn) => `Onboarding, the operator’s turn. ${turn}`,
    },
    low: (title, face, left, days) => `“${title}”, ${face}: ${left} left, enough for about ${days} days.`,
    gone: (title, face) => `“${title}”, ${face}: no codes left, orders are not fulfilled.`,
    letters: (count) => `Activation lists that nobody confirmed: ${count}`,
    drafts: (count) => `Your files with codes that wait for the operator: ${count}`,
    settlement: (month) => `The settlement of ${month} is ready: agree, or say what differs`,
    red: 'Your API has not passed its final test',
    chart: 'Sold and redeemed by day',
    sold: 'sold',
    soldCount: (count) => `${count} sold`,
    redeemed: 'redeemed',
    redeemedCount: (count) => `${count} redeemed`,
    stock: 'Code stock',
    product: 'Certificate',
    face: 'Face value',
    left: 'Left',
    pace: 'Sold a day',
    daysLeft: 'Days left',
    enough: 'not selling',
    manyDays: 'more than 365',
    empty: 'Sales and redemptions of your certificates will appear here.',
    upload: 'Upload codes',
    asOf: 'Days are counted a few minutes behind; the last one is not over.',
  },
};
