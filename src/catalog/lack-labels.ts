/** What is said of a product that can't be ordered, on pages and at a shell. */
import type { Language } from '../platform/text/language.ts';
import type { JudgedProduct, Lack, Vouch } from './judge-offers.ts';
import { schemesTestedByHand } from './scheme.ts';
import { wordOfUpgrade } from './vouches.ts';

interface LackLabels {
  /** For lists. */
  short: Record<Lack, string>;
  says: Record<Lack, string>;
  /** Where the test is a code that is sold, activated and accepted. */
  byHand: string;
}

const labels: Record<Language, LackLabels> = {
  ru: {
    short: {
      exchange: 'карта на выбор не с нашими номерами',
      targets: 'не на что обменять',
      calls: 'нет подключения',
      'supplier-codes': 'нужны коды поставщика',
      test: 'нет финального теста',
      'red-test': 'финальный тест не пройден',
    },
    says: {
      exchange:
        'Это карта на выбор, но её номера делаем не мы: поставщик мог бы погасить и то, что уже обменяли здесь. Продавать её нельзя.',
      targets: 'Карту на выбор пока не на что обменять: список пуст или всё из него снято с продажи.',
      calls: 'Код выдаёт или активирует система поставщика, но подключение к ней не задано.',
      'supplier-codes':
        'В каталоге сказано, что коды этого продукта существуют до продажи. Номера, которые делаем мы, поставщику неизвестны.',
      test: 'Поставщик ещё не прошёл финальный тест по этой схеме или после него изменилось подключение.',
      'red-test': 'Последний финальный тест поставщика не пройден.',
    },
    byHand: 'По этой схеме ещё не проверено, что код продаётся, активируется и принимается на кассе.',
  },
  en: {
    short: {
      exchange: 'choice card without our numbers',
      targets: 'nothing to exchange for',
      calls: 'no connection',
      'supplier-codes': "needs the supplier's codes",
      test: 'no final test',
      'red-test': 'failed final test',
    },
    says: {
      exchange:
        'It is a choice card whose numbers we do not make: its supplier could redeem what was exchanged here. It can’t be sold.',
      targets:
        'There is nothing to exchange this choice card for: its list is empty, or all that is on it is off sale.',
      calls: 'The supplier’s system issues or activates its codes, and nobody has said how it is called.',
      'supplier-codes':
        'The catalogue says that its codes exist before they are sold. The supplier does not know the numbers that we make.',
      test: 'The supplier has not passed its final test by this scheme, or is called differently since.',
      'red-test': 'The last final test of the supplier failed.',
    },
    byHand: 'Nobody has tested by this scheme that a code is sold, activated and accepted at a till.',
  },
};

const ofUpgrade: Record<Language, Pick<Vouch, 'byName' | 'reason'>> = {
  ru: {
    byName: 'обновление платформы',
    reason: 'Продавался, и его уже покупали, когда для продажи ещё не требовался финальный тест.',
  },
  en: { ...wordOfUpgrade, byName: 'the upgrade' },
};

/** Whose word it is and why, as people read it. */
export const vouchWords = ({ byName, reason }: Pick<Vouch, 'byName' | 'reason'>, language: Language) =>
  byName === wordOfUpgrade.byName && reason === wordOfUpgrade.reason
    ? ofUpgrade[language]
    : { byName, reason };

export const lackName = (lack: Lack, language: Language): string => labels[language].short[lack];

export const lackText = (lack: Lack, { scheme }: Pick<JudgedProduct, 'scheme'>, language: Language): string =>
  lack === 'test' && schemesTestedByHand.includes(scheme)
    ? labels[language].byHand
    : labels[language].says[lack];
