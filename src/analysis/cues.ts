/** Words by which people of one language give rules, agree, ask, choose, and report. English has expressions of its own. */
interface Cues {
  /** What shall hold from now on. */
  readonly rule: string;
  /** A whole reply that agrees. */
  readonly agreement: string;
  /** A whole prompt that orders to commit, to push, or to open or merge a pull request. */
  readonly serving: string;
  /** One thing is preferred to another. */
  readonly choice: string;
  /** What was found out. */
  readonly finding: string;
  /** What is left to do. */
  readonly remaining: string;
  /** Work cannot go on. */
  readonly blocker: string;
}

/** Chinese, Japanese and Korean begin so what they do next; their sentences have no words between spaces. */
export const DENSE_NEXT =
  /(?:^|[、，。])(?:次に|次は|これから|まず|続けて|接下来|下一步|下面|我会|我先|先|现在|이제|먼저|다음으로)|(?:(?<!発生|存在|一致|成功|失敗|依存|意味|相当|該当|機能)します|行います|進めます|ていきます|하겠습니다|합니다)[。.]?$/;
const DENSE = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g;

/** Whether enough of a text is written in such a script to say something. */
export function isDense(text: string): boolean {
  return (text.match(DENSE)?.length ?? 0) >= 5;
}

const table: Readonly<Record<string, Cues>> = {
  chinese: {
    rule: '总是|始终|一律|永远不要|千万不要|绝对不要|不要(?:再|动|改|修改|删除|提交|使用|碰)|不得|不允许|必须|只能|禁止|务必|以后(?:都|请)|今后|每次都',
    agreement: '好的?|可以|行|没问题|继续|同意|是的?|对|嗯|开始吧|就这样|确认',
    serving: '(?:请|帮我|现在|然后)*(?:提交|推送|合并)(?:代码|改动|更改|一下|到远程|这个分支|吧|了)*',
    choice: '而不是|改用|改成用|还是用|就用|就按|优先使用|(?:暂时|先)不(?:要|用|做|需要)?',
    finding: '根本原因|原因是|因为|问题在于|问题出在|发现|确认了|实际上|不支持|只有|必须|导致|缺少',
    remaining: '下一步|接下来|还需要|还没有?|尚未|待办|剩下',
    blocker: '无法继续|被阻塞|等待(?:你|用户|确认)|需要你(?:提供|确认)',
  },
  japanese: {
    rule: '必ず|常に|絶対に|決して|今後は|これからは|毎回|(?:し|触ら|変更し|使わ|消さ|コミットし)ないで(?:ください)?|て(?:は|も)(?:いけ|なら)(?:ない|ません)|ないこと|禁止|は(?:そのまま)?(?:残|触らずに|変えずに)(?:して|しておいて|しといて)(?:ください|ほしい|ね)?|(?:細か|短|詳し|小さ)く.{0,12}て(?:ほしい|ください|ね)|(?:簡潔|丁寧|詳細)に.{0,12}て(?:ほしい|ください|ね)|だけ(?:で(?:いい|良い|OK|お願い)|に(?:して|し))',
    agreement:
      'はい|ええ|うん|了解(?:です|しました)?|オーケー|お願いします|それで(?:いい|お願い)です?|進めて(?:ください)?|続けて(?:ください)?|いいよ|大丈夫です?',
    serving:
      '(?:[^。！？]{0,8}[、 ]?)?(?:コミット|プッシュ|マージ|デプロイ|(?:commit|push|merge|pr|プルリク)(?:化|作成)?)(?:を)?(?:し|出し|あげ|上げ|作っ|作成し)(?:て|といて|ておいて|たい|よう)(?:ください|下さい|ほしい|欲しい|ね)?|\\S{1,30} ?(?:ブランチ)?に(?:戻っ|切り替え)て(?:ください)?',
    choice:
      'ではなく|じゃなくて|の代わりに|のほうが(?:いい|良い)|にしてください|で(?:作|行|進|や)[^。\\n]{0,6}(?:想定|予定|方針)|(?:は|を)(?:し|使わ|やら|入れ|作ら|出さ)ない(?:。|、|$)|(?:のまま|だけ)で(?:いい|よい|OK|大丈夫)|は(?:不要|いらない|なしで|後回し)',
    finding:
      '原因は|根本原因|なぜなら|のため|判明|わかりました|分かりました|確認しました|実際には|対応していません|のみ|が必要|不足',
    remaining: '次は|次に|残り|まだ|未対応|未実装|これから',
    blocker: '進められません|ブロックされ|待ちです|確認が必要|権限がありません',
  },
  korean: {
    rule: '항상|절대(?:로)?|반드시|앞으로는?|매번|(?:하|건드리|바꾸|수정하|삭제하|커밋하|사용하)지 ?(?:마|말)|면 안 ?(?:돼|되|됩)|해서는 안|금지',
    agreement:
      '네|예|응|좋아요?|그래요?|오케이|진행해(?:줘|주세요)?|계속(?:해(?:줘|주세요)?)?|맞아요?|알겠(?:어요|습니다)|확인',
    serving: '(?:이제|그럼)? ?(?:커밋|푸시|머지|배포|pr)(?:을|를)? ?(?:하고 푸시)?(?:해|올려|만들어)(?:줘|주세요)?',
    choice: '대신|말고|보다는|으로 바꿔|로 하자|(?:은|는) (?:필요 ?없|나중에|빼고)|지 않기로',
    finding: '원인은|근본 원인|때문|발견|확인했습니다|확인됨|실제로는|지원하지 않|만|해야 합니다|누락',
    remaining: '다음은|다음으로|남은|아직|미구현|해야 할',
    blocker: '진행할 수 없|막혀|기다리고|확인이 필요|권한이 없',
  },
  spanish: {
    rule: 'siempre|nunca|jamás|a partir de ahora|de ahora en adelante|cada vez que|asegúrate de|no (?:toques|cambies|modifiques|borres|uses|hagas|subas|commitees)|no (?:se )?debe(?:s|n|mos)?|evita|(?:usa|toca|cambia|crea|haz) solo|solo (?:usa|toca|cambia|crea|haz)|prohibido',
    agreement: 'sí|si|vale|ok|de acuerdo|perfecto|bien|adelante|continúa|sigue|hazlo|claro|correcto|dale',
    serving: '(?:haz|crea|abre)(?: un| el)? (?:commit|push|merge|pr)|commitea|sube (?:los cambios|esto)',
    choice: 'en (?:vez|lugar) de|mejor (?:usa|usar|con)|prefiero|quédate con|cambia a',
    finding:
      'la causa|causa raíz|porque|el problema (?:es|era|está)|resulta que|confirmado|en realidad|no (?:soporta|admite|existe|funciona)|solo (?:cuando|si|funciona)|debe(?:n)?|falta(?:n)?',
    remaining: 'siguiente paso|próximos? pasos?|queda(?:n)? (?:por|pendiente)|pendiente|falta por|todavía no',
    blocker: 'bloquead[oa]|no (?:puedo|se puede) (?:continuar|seguir)|esperando (?:a|tu|su|que)',
  },
  portuguese: {
    rule: 'sempre|nunca|jamais|a partir de agora|daqui (?:para|pra) (?:a )?frente|toda vez que|certifique-se de|não (?:mexa|altere|mude|modifique|apague|use|faça|suba|commite)|não (?:se )?deve(?:m|mos)?|evite|(?:use|mexa|mude|crie|faça) (?:só|somente|apenas)|(?:só|somente|apenas) (?:use|mexa|mude|crie|faça)|proibido',
    agreement:
      'sim|ok|beleza|certo|perfeito|bom|pode (?:ser|fazer|seguir|continuar)|continue|segue|isso|claro|concordo|manda ver',
    serving: '(?:faça|faz|crie|abra)(?: um| o)? (?:commit|push|merge|pr)|(?:commite|suba)(?: isso| as mudanças)?',
    choice: 'em vez de|ao invés de|prefiro|melhor usar|fique com|troque para',
    finding:
      'a causa|causa raiz|porque|o problema (?:é|era|está)|acontece que|confirmado|na verdade|não (?:suporta|existe|funciona)|só (?:quando|se|funciona)|deve(?:m)?|falta(?:m)?',
    remaining: 'próximos? passos?|falta(?:m)? (?:ainda )?(?:fazer|implementar)|pendente|ainda não|resta(?:m)?',
    blocker: 'bloquead[oa]|não (?:posso|consigo|dá para) (?:continuar|prosseguir)|aguardando',
  },
  french: {
    rule: "toujours|jamais|désormais|à partir de maintenant|dorénavant|chaque fois que|assure-toi|assurez-vous|ne (?:touche|touchez|change|changez|modifie|modifiez|supprime|supprimez|fais|faites|utilise|utilisez|commite|commitez).{0,40} pas|n['’]utilise[sz]? (?:pas|jamais)|il ne faut (?:pas|jamais)|ne doi(?:t|s|vent) (?:pas|jamais)|évite[sz]?|(?:utilise|touche|change|crée|fais)[sz]? (?:seulement|uniquement)|interdit",
    agreement:
      "oui|ok|d['’]accord|parfait|bien|vas-y|allez-y|continue[sz]?|c['’]est bon|ça marche|fais-le|exact|entendu",
    serving: '(?:fais|crée|ouvre)(?: un| le)? (?:commit|push|merge|pr)|(?:commite|pousse)(?: ça| les changements)?',
    choice: 'au lieu de|plutôt (?:que|utiliser|avec)|je préfère|garde[sz]?|passe[sz]? à',
    finding:
      "la cause|cause racine|parce que|le problème (?:est|était|vient)|il s['’]avère|confirmé|en fait|en réalité|n['’]est pas (?:supporté|pris en charge)|ne (?:fonctionne|gère|supporte) pas|seulement (?:si|quand)|doi(?:t|vent)|il manque",
    remaining: 'prochaines? étapes?|il reste|reste à|pas encore|à faire',
    blocker: "bloqué|je ne peux pas (?:continuer|poursuivre)|en attente (?:de|d['’])",
  },
  german: {
    rule: 'immer|niemals|nie (?:wieder|ohne)|ab (?:jetzt|sofort)|von nun an|in Zukunft|künftig|jedes Mal|stell sicher|achte darauf|(?:ändere?|fass|lösche?|benutze?|verwende?|committe?|mach) (?:[^ ]+ ){0,4}(?:nicht|nie|kein[a-z]*)|lass (?:[^ ]+ ){1,4}(?:in Ruhe|unverändert|so)|(?:darf(?:st)?|dürfen) (?:[^ ]+ ){0,4}(?:nicht|nie|kein[a-z]*)|auf keinen Fall|vermeide|(?:ändere?|benutze?|verwende?|mach|schreib) (?:[^ ]+ ){0,2}nur|verboten',
    agreement:
      'ja|jo|ok|okay|gut|passt|genau|mach (?:das|weiter|mal)|weiter|einverstanden|perfekt|klar|stimmt|alles klar|in Ordnung|gerne',
    serving:
      '(?:bitte )?(?:committe|pushe|merge|mach(?:e)? (?:einen|den) (?:commit|push|pr))(?: (?:das|es|alles|die änderungen))?(?: bitte)?',
    choice: 'statt(?:dessen)?|anstatt|anstelle|lieber|bevorzuge|bleib bei|nimm',
    finding:
      'Ursache|weil|das Problem (?:ist|war|liegt)|liegt daran|es stellt sich heraus|stellte sich heraus|bestätigt|tatsächlich|nicht unterstützt|wird nicht|nur (?:wenn|falls|bei)|muss|müssen|fehlt|fehlen',
    remaining: 'nächste[rs]? Schritte?|als Nächstes|es bleibt|bleibt noch|noch (?:nicht|offen|zu tun)|ausstehend',
    blocker: 'blockiert|kann nicht (?:weiter|fortfahren)|warte auf|warten auf',
  },
  russian: {
    rule: 'всегда|никогда|отныне|впредь|с этого момента|каждый раз|обязательно|не (?:трогай|меняй|изменяй|удаляй|используй|коммить|делай)(?:те)?|нельзя|недопустимо|ни в коем случае|(?:сдела[^ ]*|дела[^ ]*|нужн[^ ]*|необходимо|надо)(?: [^ ,.]+){0,3} только|запрещено',
    agreement:
      'да|ага|ок|окей|хорошо|ладно|давай|продолжай(?:те)?|согласен|согласна|верно|отлично|делай|поехали|подтверждаю',
    serving: '(?:сделай|создай|открой) (?:коммит|пуш|мерж|pr)|(?:закоммить|запушь|смержи)(?: это| всё)?',
    choice: 'вместо|лучше (?:использ|возьм|сдел)[^ ]*|предпочитаю|оставь|перейди на',
    finding:
      'причина|потому что|из-за|проблема (?:в|была)|оказалось|оказывается|подтвержд[^ ]*|на самом деле|не поддерживает[^ ]*|только (?:если|когда|при)|должн[^ ]+|не хватает|отсутствует',
    remaining: 'следующ[^ ]+ шаг[^ ]*|осталось|остаётся|ещё не|далее нужно|предстоит',
    blocker: 'заблокирован[^ ]*|не могу (?:продолжить|продолжать)|жду|ожида(?:ю|ем)',
  },
};

/** A word ends where no letter follows; Chinese, Japanese and Korean part no words. */
const UNPARTED = new Set(['chinese', 'japanese', 'korean']);

function anywhere(kind: Exclude<keyof Cues, 'agreement' | 'serving'>): RegExp {
  const parts = Object.entries(table).map(([language, cues]) =>
    UNPARTED.has(language) ? cues[kind] : String.raw`(?<!\p{L})(?:${cues[kind]})(?!\p{L})`,
  );
  return new RegExp(parts.join('|'), 'iu');
}

const replies = Object.values(table).map(({ agreement }) => agreement);
const agreeing = new RegExp(String.raw`^(?:(?:${replies.join('|')})[\s,.!。、！，~]*){1,4}$`, 'iu');

const serving = new RegExp(
  `^(?:${Object.values(table)
    .map((cues) => cues.serving)
    .join('|')})[\\s.!。！~]*$`,
  'iu',
);

/** Languages beside English. */
export const otherLanguages = {
  rule: anywhere('rule'),
  choice: anywhere('choice'),
  finding: anywhere('finding'),
  remaining: anywhere('remaining'),
  blocker: anywhere('blocker'),
  agreement: agreeing,
  serving,
} as const;

/** Whether a text is hardly English: letters of another script, or an accent or a small word that English does not have. */
export function isOtherLanguage(text: string): boolean {
  return /[\u0400-\u04ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|[áéíóúñãõçàèêëîïôûœäöüß¿¡]|(?<!\p{L})(?:el|los|que|para|não|uma|les|dans|pour|avec|une|der|das|und|nicht|ist|wird)(?!\p{L})/iu.test(
    text,
  );
}
