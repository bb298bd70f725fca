"""Function words that say little about what a text is about, in three languages; written for this project.

A list never changes once it has been released: models name it, and n-grams run over what it leaves. A better list gets
a new name.
"""

from __future__ import annotations

_ENGLISH = """
    about above after again against all also although always am among an and another any anybody anyone anything are
    around as at away back be became because become becomes been before behind being below between both but by can
    cannot could did do does doing done down during each either else enough etc even ever every everybody everyone
    everything few for from further get gets got had has have having he hence her here hers herself him himself his how
    however if in indeed instead into is it its itself just least less like many may me might mine more most much must
    my myself neither never next no nobody none nor not nothing now of off often on once one only onto or other others
    otherwise our ours ourselves out over own per perhaps quite rather really same several shall she should since so
    some somebody someone something sometimes still such than that the their theirs them themselves then there
    therefore these they this those though through throughout thus to together too toward towards under until up upon
    us very via was we well were what whatever when where whereas whether which while who whoever whole whom whose why
    will with within without would yet you your yours yourself yourselves
"""

_GERMAN = """
    ab aber alle allem allen aller alles als also am an ander andere anderem anderen anderer anderes auch auf aus bei
    beide beiden beim bereits bevor bin bis bist bzw da dabei dadurch dafür dagegen daher dahin damit danach daneben
    dann daran darauf daraus darf darin darüber darum darunter das dass davon davor dazu dein deine deinem deinen
    deiner dem den denen denn dennoch der deren derer des deshalb dessen desto deswegen dich die dies diese diesem
    diesen dieser dieses dir doch dort du durch dürfen ebenso ein eine einem einen einer eines einige einigem einigen
    einiger einiges er erst es etwa etwas euch euer eure eurem euren eurer falls für gegen gewesen hab habe haben hat
    hatte hatten hier hin hinter hätte hätten ich ihm ihn ihnen ihr ihre ihrem ihren ihrer ihres im in indem infolge
    ins ist ja je jede jedem jeden jeder jedes jedoch jene jenem jenen jener jenes jetzt kann kein keine keinem keinen
    keiner keines können könnte könnten man manche manchem manchen mancher manches mehr mein meine meinem meinen meiner
    mich mir mit mittels muss müssen nach nachdem neben nicht nichts noch nun nur ob obwohl oder ohne sehr sein seine
    seinem seinen seiner seines seit selbst sich sie sind so sobald sofern solch solche solchem solchen solcher solches
    soll sollen sollte sollten somit sondern sonst soweit sowie sowohl statt trotz um und uns unser unsere unserem
    unseren unserer unter viel viele vielem vielen vom von vor wann war waren warum was weder wegen weil welche welchem
    welchen welcher welches wenn wer werde werden wessen wie wieder will wir wird wo wobei wodurch wollen worden wurde
    wurden während wäre wären würde würden zu zum zur zwar zwischen über
"""

_FRENCH = """
    afin ai ailleurs ainsi alors après as au aucun aucune auprès aussi autant autour autre autres aux avaient avais
    avait avant avec avez aviez avions avoir avons ayant beaucoup bien car ce ceci cela celle celles celui cependant
    certaines certains ces cet cette ceux chacun chacune chaque chez ci comme comment contre dans davantage de depuis
    derrière des dessous dessus deux devant doit doivent donc dont du durant dès elle elles en encore enfin ensuite
    entre envers es est et eu eux faire fait fois font hors ici il ils jamais je jusque la laquelle le lequel les
    lesquelles lesquels leur leurs lors lorsque lui là ma mais malgré me mes mien mienne moi moins mon même mêmes ne ni
    non nos notre nous on ont ou outre où par parce parfois parmi pas pendant peu peut peuvent plus plusieurs plutôt
    pour pourquoi presque près puis puisque qu quand que quel quelle quelles quelque quelques quels qui quoi quoique
    sa sans sauf se selon sera seront ses si sien sienne soi soit son sont sous souvent suis sur surtout ta tandis tant
    te tel telle telles tels tes toi ton toujours tous tout toute toutes trop très tu un une vers voici voilà vos votre
    vous étaient étais était étant étiez étions été êtes être
"""

STOP_WORDS: dict[str, tuple[str, ...]] = {
    "english": tuple(_ENGLISH.split()),
    "french": tuple(_FRENCH.split()),
    "german": tuple(_GERMAN.split()),
}
