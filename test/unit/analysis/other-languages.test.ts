import * as assert from 'uvu/assert';
import { analyzeSession } from '../../../src/analysis/analyze.ts';
import { promptKind } from '../../../src/analysis/prompt-kind.ts';
import type { Turn } from '../../../src/core/session.ts';
import { edited, sessionOf, turnOf } from '../../support/session-of.ts';
import { describe } from '../../support/suite.ts';

interface Said {
  readonly rule: string;
  readonly agreement: string;
  readonly choice: string;
  readonly finding: string;
  readonly blocker: string;
  /** Says none of these. */
  readonly plain: string;
}

const languages: Readonly<Record<string, Said>> = {
  Chinese: {
    rule: '以后都先运行测试再提交。',
    agreement: '好的，继续',
    choice: '用 SQLite 而不是 Postgres。',
    finding: '根本原因是 `renew` 在 `load` 之前被调用。',
    blocker: '没有令牌，无法继续。',
    plain: '请添加登录页面。',
  },
  Japanese: {
    rule: '今後は必ずテストを実行してください。',
    agreement: 'はい、お願いします',
    choice: 'Postgres ではなく SQLite を使ってください。',
    finding: '原因は `renew` が `load` の前に呼ばれることです。',
    blocker: '権限がありません。',
    plain: 'ログイン画面を追加してください。',
  },
  Korean: {
    rule: '앞으로는 항상 테스트를 실행하세요.',
    agreement: '네, 진행해주세요',
    choice: 'Postgres 대신 SQLite를 사용하세요.',
    finding: '원인은 `renew` 가 `load` 보다 먼저 호출되는 것입니다.',
    blocker: '토큰이 없어서 진행할 수 없습니다.',
    plain: '로그인 페이지를 추가하세요.',
  },
  Spanish: {
    rule: 'No toques la configuración de producción.',
    agreement: 'sí, adelante',
    choice: 'Usa SQLite en lugar de Postgres para la caché.',
    finding: 'La causa raíz es que `renew` se llama antes de `load`.',
    blocker: 'El despliegue está bloqueado: falta el token de la organización.',
    plain: 'Añade una página de inicio de sesión.',
  },
  Portuguese: {
    rule: 'Nunca faça commit sem perguntar, não importa o tamanho.',
    agreement: 'sim, pode seguir',
    choice: 'Use SQLite em vez de Postgres para a sessão.',
    finding: 'O problema é que `renew` é chamado antes de `load`.',
    blocker: 'Estou aguardando a permissão da organização.',
    plain: 'Adicione uma página de início de sessão.',
  },
  French: {
    rule: 'À partir de maintenant, lance les tests avant chaque commit.',
    agreement: "oui, d'accord",
    choice: 'Utilise SQLite au lieu de Postgres pour la session.',
    finding: 'La cause : `renew` est appelé avant `load`, parce que la session est créée deux fois.',
    blocker: 'Le déploiement est bloqué : il faut la clé.',
    plain: 'Ajoute une page de connexion à la façade.',
  },
  German: {
    rule: 'Ändere die öffentliche Schnittstelle nicht.',
    agreement: 'ja, mach weiter',
    choice: 'Nutze SQLite statt Postgres für die Sitzung.',
    finding: 'Das Problem liegt daran, dass `renew` vor `load` aufgerufen wird.',
    blocker: 'Ich warte auf die Freigabe für das Repository.',
    plain: 'Füge eine Anmeldeseite für Gäste hinzu.',
  },
  Russian: {
    rule: 'Никогда не коммить без моего разрешения.',
    agreement: 'да, продолжай',
    choice: 'Используй SQLite вместо Postgres.',
    finding: 'Причина в том, что `renew` вызывается раньше, чем `load`.',
    blocker: 'Не могу продолжить без токена.',
    plain: 'Добавь страницу входа.',
  },
};

describe('cues of languages beside English', (it) => {
  it('tell what is next and what the work is called in scripts without spaces', () => {
    const open = (prompt: string, said: string): Turn => ({ ...turnOf(prompt, said), outcome: 'open' });
    const found = (turn: Turn) => analyzeSession({ session: sessionOf([turn]), changes: [] });
    const chinese = found(open('我现在需要你提交一下这个commit', '你已明确要求。先确认当前状态，再强推远程分支。'));
    assert.equal(chinese.analysis.next_actions, ['先确认当前状态，再强推远程分支。']);
    const japanese = found(open('M4の残りを実装して', '認証を戻しました。次にsign-in系のテストで確認します。'));
    assert.equal(japanese.analysis.next_actions, ['次にsign-in系のテストで確認します。']);
    const announced = found(open('アイコンにtooltip載せよう', 'APIを確認して、Tooltipを追加します。'));
    assert.equal(announced.analysis.next_actions, ['APIを確認して、Tooltipを追加します。']);
    assert.is(japanese.summary, 'M4の残りを実装して');
  });

  for (const [language, said] of Object.entries(languages)) {
    const analyze = (prompt: string, reply: string) =>
      analyzeSession({ session: sessionOf([turnOf(prompt, edited('a.ts'), reply)]), changes: [] }).analysis;

    it(`tell rules, choices, findings and blockers in ${language}`, () => {
      assert.equal(analyze(said.rule, 'Done.').user_rules, [said.rule]);
      assert.equal(analyze(said.choice, 'Done.').decisions, [said.choice]);
      assert.ok(analyze(said.plain, said.finding).findings.includes(said.finding), 'the finding');
      assert.equal(analyze(said.plain, said.blocker).blockers, [`Agent: ${said.blocker}`]);
      assert.is(promptKind(said.agreement), 'agreement');
    });

    it(`take nothing else for one of them in ${language}`, () => {
      const { user_rules, decisions, blockers } = analyze(said.plain, said.finding);
      assert.equal([user_rules, decisions, blockers], [[], [], []]);
      assert.is(promptKind(said.plain), 'goal');
    });
  }

  it('leave English to its own expressions', () => {
    const { user_rules, decisions } = analyzeSession({
      session: sessionOf([turnOf('See github.com/ada/para for the des build, then add a page.', 'Done.')]),
      changes: [],
    }).analysis;
    assert.equal([user_rules, decisions], [[], []]);
  });
});

describe('a text without spaces between its sentences', (it) => {
  it('is quoted as it was written', () => {
    const asked = '拡張機能を作りたい。質問して';
    const session = sessionOf([turnOf(asked, edited('a.ts'), 'はい。')]);
    assert.is(analyzeSession({ session, changes: [] }).analysis.problem, asked);
  });
});
