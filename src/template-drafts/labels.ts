/** What the pages about templates say. */
import type { Language } from '../platform/text/language.ts';

type Part = 'page' | 'opened' | 'letter';

export interface TemplateLabels {
  title: string;
  lead: string;
  show: string;
  look: string;
  beside: string;
  nothing: string;
  language: string;
  part: string;
  parts: Record<Part, string>;
  current: string;
  version: (version: number) => string;
  draft: (id: number) => string;
  since: string;
  by: string;
  note: string;
  states: Record<'in-force' | 'draft' | 'agreed' | 'discarded' | 'became' | 'earlier', string>;
  frame: (look: string, part: string) => string;
  subject: string;
  letterText: string;
  pdf: string;
  texts: string;
  notice: string;
  receipt: string;
  segments: (parts: number, characters: number) => string;
  comments: string;
  noComments: string;
  about: string;
  comment: string;
  send: string;
  said: string;
  sides: Record<'supplier' | 'operator', string>;
  history: string;
  decide: string;
  put: string;
  putLead: string;
  discard: string;
  agree: string;
  agreeLead: string;
  edit: string;
  template: string;
  templateHint: string;
  save: string;
  saved: string;
  inForce: (version: number) => string;
  discarded: string;
  agreed: string;
  problems: Record<'ended' | 'too-many' | 'empty' | 'too-long' | 'no-look' | 'barcode-unfit', string>;
}

export const templateLabels: Record<Language, TemplateLabels> = {
  ru: {
    title: 'Шаблоны',
    lead: 'Так сертификат увидит получатель. Черновик ничего не меняет в продаже, пока не применён; проданные сертификаты сохраняют свой вид.',
    show: 'Показать',
    look: 'Вид',
    beside: 'Рядом',
    nothing: 'ничего',
    language: 'Язык получателя',
    part: 'Что показать',
    parts: { page: 'страницу подарка', opened: 'открытый подарок', letter: 'письмо' },
    current: 'как продаётся сейчас',
    version: (version) => `версия ${version}`,
    draft: (id) => `черновик ${id}`,
    since: 'Когда',
    by: 'Кто',
    note: 'Заметка',
    states: {
      'in-force': 'действует',
      draft: 'черновик',
      agreed: 'согласован поставщиком',
      discarded: 'отложен',
      became: 'применён',
      earlier: 'прежняя',
    },
    frame: (look, part) => `${look}: ${part}`,
    subject: 'Тема письма',
    letterText: 'Письмо текстом',
    pdf: 'PDF для печати',
    texts: 'SMS',
    notice: 'Подарок пришёл на почту',
    receipt: 'Получателю только с телефоном',
    segments: (parts, characters) => `частей: ${parts}, знаков: ${characters}`,
    comments: 'Обсуждение',
    noComments: 'Пока никто ничего не написал.',
    about: 'О чём',
    comment: 'Комментарий',
    send: 'Написать',
    said: 'Комментарий добавлен.',
    sides: { supplier: 'поставщик', operator: 'оператор' },
    history: 'Черновики и версии',
    decide: 'Решение',
    put: 'Применить',
    putLead: 'С этого момента продаётся с этим видом.',
    discard: 'Отложить',
    agree: 'Согласовать',
    agreeLead: 'Оператор увидит согласие и сможет его применить.',
    edit: 'Новый черновик',
    template: 'Шаблон, JSON',
    templateHint: 'Пусто — простой вид.',
    save: 'Сохранить черновик и посмотреть',
    saved: 'Черновик сохранён; в продаже ничего не изменилось.',
    inForce: (version) => `Применено: версия ${version}.`,
    discarded: 'Черновик отложен.',
    agreed: 'Вы согласовали этот черновик.',
    problems: {
      ended: 'Это уже решено: посмотрите ещё раз.',
      'too-many': 'Слишком много: отложите прежние черновики.',
      empty: 'Напишите что-нибудь.',
      'too-long': 'Слишком длинно: до 2000 знаков.',
      'no-look': 'Такого вида нет.',
      'barcode-unfit':
        'В номерах, которые делаем мы, есть буквы и нет ПИН: этот штрихкод их не вместит. Черновик остался.',
    },
  },
  en: {
    title: 'Templates',
    lead: 'As the recipient will see the certificate. A draft changes nothing until it is put in force; certificates that were sold keep their look.',
    show: 'Show',
    look: 'Look',
    beside: 'Beside it',
    nothing: 'nothing',
    language: 'Language of the recipient',
    part: 'What to show',
    parts: { page: 'the gift page', opened: 'the opened gift', letter: 'the letter' },
    current: 'as sold now',
    version: (version) => `version ${version}`,
    draft: (id) => `draft ${id}`,
    since: 'When',
    by: 'Who',
    note: 'Note',
    states: {
      'in-force': 'in force',
      draft: 'draft',
      agreed: 'agreed by the supplier',
      discarded: 'discarded',
      became: 'put in force',
      earlier: 'earlier',
    },
    frame: (look, part) => `${look}: ${part}`,
    subject: 'Subject of the letter',
    letterText: 'The letter as text',
    pdf: 'PDF to print',
    texts: 'SMS',
    notice: 'The gift came by e-mail',
    receipt: 'To a recipient with a phone only',
    segments: (parts, characters) => `parts: ${parts}, characters: ${characters}`,
    comments: 'Discussion',
    noComments: 'Nobody has written anything yet.',
    about: 'About',
    comment: 'Comment',
    send: 'Send',
    said: 'The comment is added.',
    sides: { supplier: 'supplier', operator: 'operator' },
    history: 'Drafts and versions',
    decide: 'Decision',
    put: 'Put in force',
    putLead: 'From now on certificates are sold with this look.',
    discard: 'Discard',
    agree: 'Agree to',
    agreeLead: 'The operator sees that, and can put it in force.',
    edit: 'New draft',
    template: 'Template, JSON',
    templateHint: 'Empty: the plain design.',
    save: 'Save the draft and look at it',
    saved: 'The draft is saved; nothing that is sold has changed.',
    inForce: (version) => `Version ${version} is in force.`,
    discarded: 'The draft is discarded.',
    agreed: 'You agreed to this draft.',
    problems: {
      ended: 'This was decided meanwhile: look again.',
      'too-many': 'Too many: discard earlier drafts.',
      empty: 'Write something.',
      'too-long': 'Too long: up to 2000 characters.',
      'no-look': 'There is no such look.',
      'barcode-unfit':
        'The numbers that we make have letters and no PIN, which this barcode cannot carry. The draft is kept.',
    },
  },
};
