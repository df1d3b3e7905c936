from typing import final

@final
class BatchSlots: ...
