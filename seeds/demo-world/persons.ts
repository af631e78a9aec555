/** Somebody for every role; the accountant works for both clients. */
import type { Side } from '../../src/people/access/party.ts';
import type { Role } from '../../src/people/access/rights.ts';
import { demoSuppliers } from './suppliers-and-brands.ts';
import { beginner } from './beginner.ts';
import { demoClients } from './clients.ts';
import { onboardedManager, onboardedSuppliers } from './onboarded-suppliers.ts';

export interface DemoPerson {
  email: string;
  name: string;
  /** The first is where the person begins; whoever has more can switch. */
  memberships: { side: Side; partyName: string; role: Role }[];
}

const club = demoClients[0]?.name ?? '';
const portal = demoClients[1]?.name ?? '';
const restaurant = demoSuppliers.pechDaRech.name;

const at = (side: Side, partyName: string, role: Role): DemoPerson['memberships'][number] => ({
  side,
  partyName,
  role,
});

export const demoPersons: DemoPerson[] = [
  {
    email: 'anna@snegir.example',
    name: 'Анна Рябинина',
    memberships: [at('client', club, 'owner')],
  },
  {
    email: 'petr@snegir.example',
    name: 'Пётр Гроздев',
    memberships: [at('client', club, 'finance'), at('client', portal, 'finance')],
  },
  {
    email: 'lev@snegir.example',
    name: 'Лев Ветвистый',
    memberships: [at('client', club, 'developer')],
  },
  {
    email: 'zoya@snegir.example',
    name: 'Зоя Снежинская',
    memberships: [at('client', club, 'viewer')],
  },
  {
    email: 'maya@ponedelnik.example',
    name: 'Майя Утренняя',
    memberships: [at('client', portal, 'owner')],
  },
  {
    email: 'sofya@zakladka.example',
    name: 'Софья Страницына',
    memberships: [at('client', beginner.name, 'owner')],
  },
  {
    email: 'oleg@pech-da-rech.example',
    name: 'Олег Заслонкин',
    memberships: [at('supplier', restaurant, 'manager')],
  },
  {
    email: 'vera@pech-da-rech.example',
    name: 'Вера Угольникова',
    memberships: [at('supplier', restaurant, 'cashier')],
  },
  {
    email: onboardedManager,
    name: 'Марфа Жерновкина',
    memberships: onboardedSuppliers
      .filter(({ step }) => step !== 'invitation')
      .map(({ name }) => at('supplier', name, 'manager')),
  },
  {
    email: 'irina@facevalue.example',
    name: 'Ирина Главная',
    memberships: [at('operator', '', 'admin')],
  },
  {
    email: 'gleb@facevalue.example',
    name: 'Глеб Полкин',
    memberships: [at('operator', '', 'catalogue')],
  },
  {
    email: 'nina@facevalue.example',
    name: 'Нина Сальдова',
    memberships: [at('operator', '', 'finance')],
  },
  {
    email: 'timur@facevalue.example',
    name: 'Тимур Ответов',
    memberships: [at('operator', '', 'support')],
  },
  {
    email: 'roza@facevalue.example',
    name: 'Роза Сверкина',
    memberships: [at('operator', '', 'auditor')],
  },
];
