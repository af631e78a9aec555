/** Reasons why settings of an adapter do not fit, where no message of zod would do. */
import { reasonsOf, type ReasonOf } from '../../platform/text/reasons.ts';

export const settingReasons = reasonsOf({
  'no-xml': { en: 'is no XML', ru: 'это не XML' },
  'xml-elsewhere': {
    en: 'must hold all its parts: imports with a location are not fetched',
    ru: 'нужны все его части: то, на что он ссылается адресом, не загружается',
  },
  'address-user-fragment': {
    en: 'can hold no user or fragment',
    ru: 'без имени с паролем и без «#»',
  },
  'address-user-query': {
    en: 'can hold no user, query or fragment',
    ru: 'без имени с паролем, «?» и «#»',
  },
  colon: { en: 'can hold no colon', ru: 'без двоеточия' },
  'odd-characters': {
    en: 'can hold plain characters only',
    ru: 'только латинские буквы, цифры и знаки',
  },
  'no-slash': { en: 'must begin with a slash', ru: 'начинается с косой черты' },
  'no-header-name': { en: 'must be the name of a header', ru: 'нужно имя заголовка' },
  'empty-rule': { en: 'names neither a status nor a path', ru: 'не названы ни статус, ни поле' },
  'unknown-name': { en: 'knows {names}, not {name}', ru: 'здесь бывает {names}, но не {name}' },
});

/** The message that a schema carries. */
export const settingProblem = (reason: ReasonOf<typeof settingReasons>): string =>
  settingReasons.text(reason, 'en');
