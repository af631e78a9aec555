/** Invented people; every fortieth address is one that mail servers refuse, where that is wanted. */
import { pick } from './chance.ts';

const names = [
  ['Алёна', 'alena'],
  ['Борис', 'boris'],
  ['Варвара', 'varvara'],
  ['Григорий', 'grigory'],
  ['Дарья', 'darya'],
  ['Егор', 'egor'],
  ['Жанна', 'zhanna'],
  ['Захар', 'zakhar'],
  ['Инна', 'inna'],
  ['Кирилл', 'kirill'],
  ['Лидия', 'lidia'],
  ['Матвей', 'matvey'],
  ['Надежда', 'nadezhda'],
  ['Олеся', 'olesya'],
  ['Павел', 'pavel'],
  ['Раиса', 'raisa'],
  ['Семён', 'semyon'],
  ['Таисия', 'taisia'],
  ['Ульяна', 'ulyana'],
  ['Фёдор', 'fyodor'],
] as const;

const greetings = [
  'С днём рождения! Пусть сбудется то, о чём мечтаешь.',
  'Спасибо за работу в этом квартале.',
  'Поздравляем с юбилеем в компании!',
  'Ваши бонусы превратились в подарок. Приятных покупок!',
  'С новосельем! Выберите для дома что-нибудь тёплое.',
  '',
] as const;

export function recipient(
  chance: () => number,
  mayBounce: boolean,
): { name: string; email: string; greeting: string } {
  const [name, login] = pick(chance, names);
  const number = Math.floor(chance() * 900) + 100;
  const prefix = chance() < 0.025 && mayBounce ? 'bounce-' : '';
  return { name, email: `${prefix}${login}${number}@mail.example`, greeting: pick(chance, greetings) };
}
