/** What is read before keys, secrets, tokens and addresses of programs change; the programs stop if they are not told. */
import type { Language } from '../../platform/text/language.ts';
import type { Question } from './question.ts';

const labels = {
  ru: {
    client: 'Клиент',
    supplier: 'Поставщик',
    key: 'Ключ',
    overlap: 'Прежние ключи',
    hours: (hours: number) => (hours === 0 ? 'перестанут действовать сразу' : `действуют ещё ${hours} ч`),
    count: 'Действующих ключей',
    rotate: 'Создать новый ключ подписи?',
    rotateText:
      'Новый ключ будет показан один раз. Когда прежние перестанут действовать, программы, которые подписывают ими, не смогут заказывать.',
    rotateUndo: 'Новый ключ можно завершить, прежние вернуть нельзя.',
    rotateAct: 'Создать ключ',
    retire: 'Завершить ключ сейчас?',
    retireText: 'Запросы, подписанные этим ключом, сразу перестанут приниматься.',
    retireAct: 'Завершить ключ',
    secret: 'Заменить секрет подписи вызовов?',
    secretText:
      'Новый секрет будет показан один раз и действует через секунду. Программа, которая проверяет подпись прежним, отвергнет вызовы, пока его не заменят и в ней.',
    secretAct: 'Заменить секрет',
    address: 'Изменить адрес обратных вызовов?',
    from: 'Сейчас',
    to: 'Будет',
    none: 'нет, не вызывать',
    addressText:
      'О заказах, принятых с этой минуты, узнает новый адрес. О принятых раньше, если их вызов ещё впереди, — прежний: пусть он пока отвечает.',
    addressUndo: 'Адрес можно вернуть; то, что отправлено на новый, назад не вернуть.',
    addressAct: 'Изменить адрес',
    token: 'Выпустить новый токен?',
    tokenText:
      'Новый токен будет показан один раз. Прежний перестанет действовать сразу, и программа, которая им пользуется, остановится, пока не получит новый.',
    tokenAct: 'Выпустить токен',
    user: 'Имя',
    password: 'Заменить имя и пароль?',
    passwordText: 'Новый пароль будет показан один раз. Прежние имя и пароль перестанут действовать сразу.',
    passwordAct: 'Заменить',
    remove: 'Убрать вход по имени и паролю?',
    removeText:
      'Программа поставщика, которая входит по ним, сразу перестанет получать список проданного и гасить сертификаты.',
    removeAct: 'Убрать',
  },
  en: {
    client: 'Client',
    supplier: 'Supplier',
    key: 'Key',
    overlap: 'Previous keys',
    hours: (hours: number) => (hours === 0 ? 'stop at once' : `work for ${hours} more hours`),
    count: 'Keys that work now',
    rotate: 'Make a new signing key?',
    rotateText:
      'The new key is shown once. When the previous ones stop, programs that sign with them can order no more.',
    rotateUndo: 'The new key can be ended; the previous ones cannot be brought back.',
    rotateAct: 'Make the key',
    retire: 'End the key now?',
    retireText: 'Requests signed with this key are refused from now on.',
    retireAct: 'End the key',
    secret: 'Replace the secret of callbacks?',
    secretText:
      'The new secret is shown once and is used within a second. A program that checks with the old one refuses callbacks until it has the new one.',
    secretAct: 'Replace the secret',
    address: 'Change the address of callbacks?',
    from: 'Now',
    to: 'Then',
    none: 'none, no calls',
    addressText:
      'The new address hears of orders that are accepted from now on. Of those accepted before, whose callback is still to come, the old one hears: let it answer for now.',
    addressUndo: 'The address can be put back; what was sent to the new one cannot.',
    addressAct: 'Change the address',
    token: 'Issue a new token?',
    tokenText:
      'The new token is shown once. The previous one stops at once, and the program that uses it stands still until it has the new one.',
    tokenAct: 'Issue the token',
    user: 'User',
    password: 'Replace user and password?',
    passwordText: 'The new password is shown once. The previous user and password stop at once.',
    passwordAct: 'Replace',
    remove: 'Remove user and password?',
    removeText:
      'A program of the supplier that signs in with them gets no list of sales and redeems nothing from now on.',
    removeAct: 'Remove',
  },
};

/** Whose it is and where the form stands; `name`: null in a cabinet of one's own. */
export interface Place {
  name: string | null;
  back: string;
  language: Language;
}

const ownerOf = ({ name, language }: Place, side: 'client' | 'supplier') =>
  name === null ? null : ([labels[language][side], name] as const);

/** Null: it is the first one, so nothing stops. */
export function rotateQuestion(
  { live, hours }: { live: number; hours: number },
  place: Place,
): Question | null {
  if (live === 0) return null;
  const texts = labels[place.language];
  return {
    title: texts.rotate,
    facts: [ownerOf(place, 'client'), [texts.count, String(live)], [texts.overlap, texts.hours(hours)]],
    text: texts.rotateText,
    undo: texts.rotateUndo,
    act: texts.rotateAct,
    back: place.back,
  };
}

export function retireQuestion(key: string, place: Place): Question {
  const { retire: title, retireText: text, retireAct: act, key: name } = labels[place.language];
  return { title, facts: [ownerOf(place, 'client'), [name, key]], text, act, back: place.back };
}

export function secretQuestion(place: Place): Question {
  const { secret: title, secretText: text, secretAct: act } = labels[place.language];
  return { title, facts: [ownerOf(place, 'client')], text, act, back: place.back };
}

/** Null: it is the same, or there was none that anybody listens at. */
export function addressQuestion(before: string | null, typed: string, place: Place): Question | null {
  const after = typed.trim();
  if ((before ?? '') === '' || before === after) return null;
  const texts = labels[place.language];
  return {
    title: texts.address,
    facts: [
      ownerOf(place, 'client'),
      [texts.from, before ?? ''],
      [texts.to, after === '' ? texts.none : after],
    ],
    text: texts.addressText,
    undo: texts.addressUndo,
    act: texts.addressAct,
    back: place.back,
  };
}

export function tokenQuestion(place: Place): Question {
  const { token: title, tokenText: text, tokenAct: act } = labels[place.language];
  return { title, facts: [ownerOf(place, 'supplier')], text, act, back: place.back };
}

export function passwordQuestion(before: string, place: Place): Question {
  const { password: title, passwordText: text, passwordAct: act, user } = labels[place.language];
  return { title, facts: [ownerOf(place, 'supplier'), [user, before]], text, act, back: place.back };
}

export function removeAccessQuestion(before: string, place: Place): Question {
  const { remove: title, removeText: text, removeAct: act, user } = labels[place.language];
  return { title, facts: [ownerOf(place, 'supplier'), [user, before]], text, act, back: place.back };
}
