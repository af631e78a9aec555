import type { Language } from '../../../platform/text/language.ts';

/** The changes of a person's sign-in. */
export type SignInChange =
  | 'password'
  | 'factor-added'
  | 'factor-removed'
  | 'passkey-added'
  | 'passkey-removed'
  | 'recovery-codes';

/** What leads of a party are told of. */
export type AccessNews = 'lead' | 'key' | 'callback-secret' | 'callbacks' | 'networks' | 'connection';

const ru = {
  invitationSubject: (party: string) => `Приглашение: ${party}`,
  invitation: (inviter: string, party: string, role: string) =>
    `${inviter} приглашает вас в кабинет на платформе подарочных сертификатов: ${party}, роль «${role}».`,
  invitationHint: (until: string) => `Ссылка действует до ${until} по Москве и только для этого адреса.`,
  accept: 'Посмотреть приглашение',
  invitationFoot:
    'Если вы не ждали приглашения, ничего не делайте: без вашего согласия ничего не произойдёт.',
  askedAgainSubject: 'Просят прислать приглашение ещё раз',
  askedAgain: (email: string, party: string) =>
    `${email}: приглашение в ${party} истекло, просят прислать новое.`,
  askedAgainHint: 'Если этот человек должен быть в команде, отправьте приглашение ещё раз из списка.',
  askedAgainAct: 'Открыть команду',
  askedAgainFoot:
    'Если не должен, ничего не делайте или отзовите приглашение. Так мы пишем не чаще раза в день.',
  recoverySubject: 'Новый пароль',
  recovery: 'Кто-то, вероятно вы, забыл пароль. По этой ссылке можно придумать новый.',
  recoveryHint: (minutes: number) =>
    `Ссылка действует ${minutes} минут. Второй шаг входа останется прежним: одной почты для входа мало.`,
  recover: 'Придумать новый пароль',
  recoveryFoot: 'Если это были не вы, ничего не делайте: пароль остался прежним.',
  changedSubject: {
    password: 'Пароль изменён',
    'factor-added': 'Второй шаг входа включён',
    'factor-removed': 'Второй шаг входа выключен',
    'passkey-added': 'Добавлен ключ доступа',
    'passkey-removed': 'Ключ доступа удалён',
    'recovery-codes': 'Созданы новые резервные коды',
  } satisfies Record<SignInChange, string>,
  changed: (when: string) => `Это сделано ${when} по Москве.`,
  changedHint:
    'Если это были вы, делать ничего не нужно. Если нет — сразу задайте новый пароль: все открытые сеансы при этом закончатся.',
  changedAct: 'Это не я',
  changedFoot: 'О каждом таком изменении мы пишем, чтобы вы заметили чужие действия.',
  accessSubject: {
    lead: 'Новый руководитель команды',
    key: 'Новый ключ доступа к API',
    'callback-secret': 'Заменён секрет вызовов',
    callbacks: 'Изменён адрес вызовов',
    networks: 'Изменены сети, из которых можно обращаться',
    connection: 'Изменено подключение',
  } satisfies Record<AccessNews, string>,
  access: (what: string, party: string, by: string, when: string) =>
    `${party}: ${what}. Сделал ${by}, ${when} по Москве.`,
  accessWhat: {
    lead: (email) => `командой теперь руководит и ${email}`,
    key: (user) => (user === '' ? 'создан новый ключ для программ' : `создан вход для программы ${user}`),
    'callback-secret': () => 'заменён секрет, которым подписаны вызовы',
    callbacks: (address) => (address === '' ? 'адрес вызовов убран' : `вызовы теперь идут на ${address}`),
    networks: (list) =>
      list === ''
        ? 'программы теперь могут обращаться из любой сети'
        : `программы обращаются из сетей ${list}`,
    connection: (adapter) => `изменено, как мы обращаемся к вашему API (${adapter})`,
  } satisfies Record<AccessNews, (detail: string) => string>,
  accessHint: 'Если вы этого ждали, делать ничего не нужно. Если нет — разберитесь сразу.',
  accessAct: 'Посмотреть команду и доступ',
  accessFoot:
    'Об этом мы пишем всем, кто управляет командой, чтобы чужие действия не остались незамеченными.',
  operator: 'Facevalue',
};

export const personLetterLabels: Record<Language, typeof ru> = {
  ru,
  en: {
    invitationSubject: (party) => `Invitation: ${party}`,
    invitation: (inviter, party, role) =>
      `${inviter} invites you to a cabinet on the gift certificate platform: ${party}, as ${role}.`,
    invitationHint: (until) => `The link is valid until ${until}, Moscow time, and for this address only.`,
    accept: 'See the invitation',
    invitationFoot: 'If you did not expect it, do nothing: without you nothing happens.',
    askedAgainSubject: 'A new invitation is requested',
    askedAgain: (email, party) =>
      `${email}: the invitation to ${party} has expired, and a new one is requested.`,
    askedAgainHint: 'If this person belongs to the team, send the invitation again from the list.',
    askedAgainAct: 'Open the team',
    askedAgainFoot: 'If not, do nothing or revoke the invitation. We write this once a day at most.',
    recoverySubject: 'A new password',
    recovery: 'Somebody, probably you, forgot the password. This link lets you choose a new one.',
    recoveryHint: (minutes) =>
      `The link is valid for ${minutes} minutes. The second step of signing in stays as it is: a mailbox alone is not enough.`,
    recover: 'Choose a new password',
    recoveryFoot: 'If it was not you, do nothing: the password is still the same.',
    changedSubject: {
      password: 'Your password was changed',
      'factor-added': 'The second step of your sign-in is on',
      'factor-removed': 'The second step of your sign-in is off',
      'passkey-added': 'A passkey was added',
      'passkey-removed': 'A passkey was removed',
      'recovery-codes': 'New recovery codes were made',
    },
    changed: (when) => `It was done on ${when}, Moscow time.`,
    changedHint:
      'If it was you, there is nothing to do. If not, choose a new password at once: it ends everything that is signed in.',
    changedAct: 'It was not me',
    changedFoot: 'We write about every such change, so that you notice an intruder.',
    accessSubject: {
      lead: 'Somebody else manages the team',
      key: 'A new key for programs',
      'callback-secret': 'The secret of callbacks was replaced',
      callbacks: 'The address of callbacks was changed',
      networks: 'The networks that may call were changed',
      connection: 'The connection was changed',
    },
    access: (what, party, by, when) => `${party}: ${what}. Done by ${by} on ${when}, Moscow time.`,
    accessWhat: {
      lead: (email) => `${email} now manages the team, too`,
      key: (user) => (user === '' ? 'a new key for programs was made' : `the program ${user} may sign in`),
      'callback-secret': () => 'the secret that signs callbacks was replaced',
      callbacks: (address) =>
        address === '' ? 'callbacks no longer have an address' : `callbacks now go to ${address}`,
      networks: (list) =>
        list === ''
          ? 'programs may now call from any network'
          : `programs may now call from the networks ${list}`,
      connection: (adapter) => `how we call your API was changed (${adapter})`,
    },
    accessHint: 'If you expected it, there is nothing to do. If not, look into it at once.',
    accessAct: 'See the team and its access',
    accessFoot: 'We write to everybody who manages the team, so that an intruder is noticed.',
    operator: 'Facevalue',
  },
};
