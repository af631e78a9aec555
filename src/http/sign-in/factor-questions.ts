/** What is read before something by which a person signs in is thrown away. */
import type { Language } from '../../platform/text/language.ts';
import type { Question } from '../../web/confirm/question.ts';

const labels = {
  ru: {
    codes: 'Резервных кодов',
    passkeys: 'Ключей доступа',
    passkey: 'Ключ доступа',
    off: 'Выключить второй шаг?',
    offText:
      'Входить можно будет по одному паролю. Приложение, ключи доступа и резервные коды перестанут подходить, другие браузеры выйдут.',
    offUndo: 'Включить его снова можно, но заново: прежние ключи и коды не вернутся.',
    offAct: 'Выключить второй шаг',
    renew: 'Создать новые резервные коды?',
    renewText:
      'Прежние коды, где бы они ни были записаны, перестанут подходить сразу. Новые будут показаны один раз.',
    renewAct: 'Создать новые коды',
    remove: 'Удалить ключ доступа?',
    removeText: 'Войти с ним больше будет нельзя.',
    removeUndo: 'Добавить его снова можно на том же устройстве.',
    removeAct: 'Удалить ключ',
  },
  en: {
    codes: 'Recovery codes',
    passkeys: 'Passkeys',
    passkey: 'Passkey',
    off: 'Turn off the second step?',
    offText:
      'A password alone is enough to sign in then. The app, passkeys and recovery codes stop working, other browsers are signed out.',
    offUndo: 'It can be turned on again, but from the start: these passkeys and codes do not come back.',
    offAct: 'Turn off the second step',
    renew: 'Make new recovery codes?',
    renewText:
      'The previous codes stop working at once, wherever they are written down. The new ones are shown once.',
    renewAct: 'Make new codes',
    remove: 'Remove the passkey?',
    removeText: 'Nobody can sign in with it any more.',
    removeUndo: 'It can be added again on the same device.',
    removeAct: 'Remove the passkey',
  },
};

const back = '/me';

export function factorQuestion(
  { codes, passkeys }: { codes: number; passkeys: number },
  language: Language,
): Question {
  const texts = labels[language];
  const { off: title, offText: text, offUndo: undo, offAct: act } = texts;
  const facts = [[texts.codes, String(codes)] as const, [texts.passkeys, String(passkeys)] as const];
  return { title, facts, text, undo, act, back };
}

/** Null: there are none that are lost. */
export function renewQuestion(codes: number, language: Language): Question | null {
  if (codes === 0) return null;
  const { codes: name, renew: title, renewText: text, renewAct: act } = labels[language];
  return { title, facts: [[name, String(codes)]], text, act, back };
}

export function passkeyQuestion(passkey: string, language: Language): Question {
  const {
    passkey: name,
    remove: title,
    removeText: text,
    removeUndo: undo,
    removeAct: act,
  } = labels[language];
  return { title, facts: [[name, passkey]], text, undo, act, back };
}
